// Handles the routes of the second factor: second step, set-up, recovery codes, reset.
import { secondFactorOf } from '../../auth/methods/code/second-factor.ts'
import { secondFactorLine } from '../../auth/methods/code/second-factor-requirement.ts'
import { resetSecondFactor } from '../../auth/methods/code/reset-second-factor.ts'
import { completeSecondStep } from '../../auth/methods/code/sign-in.ts'
import { beginSetUp, confirmSetUp } from '../../auth/methods/code/set-up-code.ts'
import { renewRecoveryCodes, switchOff } from '../../auth/methods/code/manage.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import { readObject, readJson } from '../request/json-body.ts'
import type { Handler } from '../request/request-context.ts'
import { checkParameters } from '../request/query-parameters.ts'
import type { RouteTable } from '../route-table.ts'
import { ownAccount } from './own-account.ts'
import { clientInfoOf, readTexts } from './read-account-request.ts'
import { sessionResponse, signInResponse } from './session-response.ts'

const secondStepHandler: Handler = async (dependencies, context) => {
  const body = readTexts(readObject(await readJson(context.request)), ['challenge', 'code'])
  return signInResponse(
    dependencies,
    context,
    await completeSecondStep(dependencies, body, clientInfoOf(context), context.actorContext.now),
  )
}

/** Never the seed: that is shown once, while it is set up. */
const ownHandler: Handler = async ({ storage }, context) => {
  checkParameters(context.query, [])
  const { actor } = ownAccount(context)
  const factor = await secondFactorOf(storage.database, actor.person?.id ?? '')
  return jsonResponse(200, {
    on: factor !== undefined,
    on_since: factor?.on_since ?? null,
    recovery_codes_left: factor?.recovery.length ?? 0,
    needed: secondFactorLine(context.running.model, actor) !== undefined,
  })
}

const setUpHandler: Handler = async (dependencies, context) => {
  readTexts(readObject(await readJson(context.request)), [])
  return jsonResponse(201, await beginSetUp(dependencies, ownAccount(context), context.caller.session?.key))
}

const confirmHandler: Handler = async (dependencies, context) => {
  const { code } = readTexts(readObject(await readJson(context.request)), ['code'])
  const session = context.caller.session?.key ?? ''
  const done = await confirmSetUp(dependencies, ownAccount(context), code, session, clientInfoOf(context))
  return sessionResponse(dependencies, context, 200, done.session, { recovery_codes: done.recoveryCodes })
}

const renewHandler: Handler = async (dependencies, context) => {
  readTexts(readObject(await readJson(context.request)), [])
  const session = context.caller.session?.key
  const codes = await renewRecoveryCodes(dependencies, context.actorContext, session, clientInfoOf(context))
  return jsonResponse(200, { recovery_codes: codes })
}

const switchOffHandler: Handler = async (dependencies, context) => {
  readTexts(readObject(await readJson(context.request)), [])
  await switchOff(dependencies, context.actorContext, context.caller.session?.key, clientInfoOf(context))
  return NO_CONTENT
}

const resetHandler: Handler = async (dependencies, context) => {
  const { person } = readTexts(readObject(await readJson(context.request)), ['person'])
  await resetSecondFactor(dependencies, context.actorContext, person, context.caller.session?.key)
  return NO_CONTENT
}

export const SECOND_FACTOR_ROUTES: RouteTable = {
  'auth/second-factor': {
    signsIn: true,
    isForSignIn: true,
    allowsEnrolment: true,
    handlers: { POST: secondStepHandler },
  },
  'auth/second-factor/own': { requiresSession: true, allowsEnrolment: true, handlers: { GET: ownHandler } },
  'auth/second-factor/set-up': { requiresSession: true, allowsEnrolment: true, handlers: { POST: setUpHandler } },
  'auth/second-factor/confirm': { requiresSession: true, allowsEnrolment: true, handlers: { POST: confirmHandler } },
  'auth/second-factor/recovery-codes': { requiresSession: true, handlers: { POST: renewHandler } },
  'auth/second-factor/off': { requiresSession: true, handlers: { POST: switchOffHandler } },
  'auth/second-factor/take': { requiresSession: true, handlers: { POST: resetHandler } },
}
