// Declares the routes of the second factor: second step, set-up, recovery codes, reset.
import { CODES_AND_SESSION, CODE_SET_UP, NEW_CODES, SECOND_FACTOR_ANSWER, SIGNED_IN } from './account-answers.ts'
import { secondFactorOf } from '../../auth/second-factor/second-factor.ts'
import { secondFactorLine } from '../../auth/second-factor/second-factor-requirement.ts'
import { resetSecondFactor } from '../../auth/second-factor/reset-second-factor.ts'
import { completeSecondStep } from '../../auth/second-factor/sign-in.ts'
import { beginSetUp, confirmSetUp } from '../../auth/second-factor/set-up-code.ts'
import { renewRecoveryCodes, switchOff } from '../../auth/second-factor/manage.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import { object, text } from '../routes/body-schema.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'
import { clientInfoOf } from './client-info-of.ts'
import { ownAccount } from './own-account.ts'
import { sessionResponse, signInResponse } from './session-response.ts'

const SECOND_STEP = defineRoute({
  method: 'POST',
  path: '/auth/second-factor',
  id: 'second_step',
  response: { schema: SIGNED_IN },
  status: 200,
  summary: 'Do the second step of signing in',
  signsIn: true,
  isForSignIn: true,
  allowsEnrolment: true,
  body: object({ challenge: text(), code: text() }),
  handle: async (dependencies, context, { body }) => {
    const outcome = await completeSecondStep(dependencies, body, clientInfoOf(context), context.actorContext.now)
    return signInResponse(dependencies, context, outcome)
  },
})

/** Never the seed: that is shown once, while it is set up. */
const OWN = defineRoute({
  method: 'GET',
  path: '/auth/second-factor/own',
  id: 'second_factor',
  response: { schema: SECOND_FACTOR_ANSWER },
  summary: 'Your second factor',
  status: 200,
  requiresSession: true,
  allowsEnrolment: true,
  handle: async ({ storage }, context) => {
    const { actor } = ownAccount(context)
    const factor = await secondFactorOf(storage.database, actor.person?.id ?? '')
    return jsonResponse(200, {
      on: factor !== undefined,
      on_since: factor?.on_since ?? null,
      recovery_codes_left: factor?.recovery.length ?? 0,
      needed: secondFactorLine(context.running.model, actor) !== undefined,
    })
  },
})

const SET_UP = defineRoute({
  method: 'POST',
  path: '/auth/second-factor/set-up',
  id: 'set_up_second_factor',
  response: { schema: CODE_SET_UP },
  status: 201,
  summary: 'Begin to set up an authenticator app',
  requiresSession: true,
  allowsEnrolment: true,
  handle: async (dependencies, context) =>
    jsonResponse(201, await beginSetUp(dependencies, ownAccount(context), context.caller.session?.key)),
})

const CONFIRM = defineRoute({
  method: 'POST',
  path: '/auth/second-factor/confirm',
  id: 'confirm_second_factor',
  response: { schema: CODES_AND_SESSION },
  status: 200,
  summary: 'Switch the second factor on',
  requiresSession: true,
  allowsEnrolment: true,
  body: object({ code: text() }),
  handle: async (dependencies, context, { body: { code } }) => {
    const session = context.caller.session?.key ?? ''
    const done = await confirmSetUp(dependencies, ownAccount(context), code, session, clientInfoOf(context))
    return sessionResponse(dependencies, context, 200, done.session, { recovery_codes: done.recoveryCodes })
  },
})

const RENEW_CODES = defineRoute({
  method: 'POST',
  path: '/auth/second-factor/recovery-codes',
  id: 'renew_recovery_codes',
  response: { schema: NEW_CODES },
  status: 200,
  summary: 'Make new recovery codes',
  requiresSession: true,
  handle: async (dependencies, context) => {
    const session = context.caller.session?.key
    const codes = await renewRecoveryCodes(dependencies, context.actorContext, session, clientInfoOf(context))
    return jsonResponse(200, { recovery_codes: codes })
  },
})

const SWITCH_OFF = defineRoute({
  method: 'POST',
  path: '/auth/second-factor/off',
  id: 'switch_second_factor_off',
  status: 204,
  summary: 'Switch the second factor off',
  requiresSession: true,
  handle: async (dependencies, context) => {
    await switchOff(dependencies, context.actorContext, context.caller.session?.key, clientInfoOf(context))
    return NO_CONTENT
  },
})

const RESET = defineRoute({
  method: 'POST',
  path: '/auth/second-factor/reset',
  id: 'reset_second_factor',
  status: 204,
  summary: 'Take the second factor from a person who lost it',
  requiresSession: true,
  offeredTo: 'administrators',
  body: object({ person: text() }),
  handle: async (dependencies, { actorContext, caller }, { body: { person } }) => {
    await resetSecondFactor(dependencies, actorContext, person, caller.session?.key)
    return NO_CONTENT
  },
})

export const SECOND_FACTOR_ROUTES: readonly ApiRoute[] = [
  SECOND_STEP,
  OWN,
  SET_UP,
  CONFIRM,
  RENEW_CODES,
  SWITCH_OFF,
  RESET,
]
