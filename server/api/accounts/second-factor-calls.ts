// The second factor: the second step of signing in, and one's own, set up, renewed and switched off.
import { secondFactorOf } from '../../auth/second-factor/second-factor.ts'
import { secondFactorLine } from '../../auth/second-factor/requirement.ts'
import { takeSecondFactor } from '../../auth/second-factor/take-second-factor.ts'
import { doSecondStep } from '../../auth/second-factor/second-step.ts'
import { beginSetUp, confirmSetUp } from '../../auth/second-factor/set-up.ts'
import { renewRecoveryCodes, switchOff } from '../../auth/second-factor/switch-off.ts'
import { jsonAnswer, NO_CONTENT } from '../answer.ts'
import { objectOf, readJson } from '../body.ts'
import type { Call } from '../exchange.ts'
import { checkParameters } from '../parameters.ts'
import type { Resources } from '../resources.ts'
import { ownAccount } from './own-account.ts'
import { from, textsOf } from './reading.ts'
import { sessionAnswer, signInAnswer } from './session-answer.ts'

const secondStepCall: Call = async (dependencies, exchange) => {
  const body = textsOf(objectOf(await readJson(exchange.request)), ['challenge', 'code'])
  return signInAnswer(
    dependencies,
    exchange,
    await doSecondStep(dependencies, body, from(exchange), exchange.acting.now),
  )
}

/** Never the seed: that is shown once, while it is set up. */
const ownCall: Call = async ({ storage }, exchange) => {
  checkParameters(exchange.query, [])
  const { actor } = ownAccount(exchange)
  const factor = await secondFactorOf(storage.reader, actor.person?.id ?? '')
  return jsonAnswer(200, {
    on: factor !== undefined,
    on_since: factor?.on_since ?? null,
    recovery_codes_left: factor?.recovery.length ?? 0,
    needed: secondFactorLine(exchange.running.model, actor) !== undefined,
  })
}

const setUpCall: Call = async (dependencies, exchange) => {
  textsOf(objectOf(await readJson(exchange.request)), [])
  return jsonAnswer(201, await beginSetUp(dependencies, ownAccount(exchange), exchange.caller.session?.key))
}

const confirmCall: Call = async (dependencies, exchange) => {
  const { code } = textsOf(objectOf(await readJson(exchange.request)), ['code'])
  const session = exchange.caller.session?.key ?? ''
  const done = await confirmSetUp(dependencies, ownAccount(exchange), code, session, from(exchange))
  return sessionAnswer(dependencies, exchange, 200, done.session, { recovery_codes: done.recoveryCodes })
}

const renewCall: Call = async (dependencies, exchange) => {
  textsOf(objectOf(await readJson(exchange.request)), [])
  const session = exchange.caller.session?.key
  const codes = await renewRecoveryCodes(dependencies, exchange.acting, session, from(exchange))
  return jsonAnswer(200, { recovery_codes: codes })
}

const offCall: Call = async (dependencies, exchange) => {
  textsOf(objectOf(await readJson(exchange.request)), [])
  await switchOff(dependencies, exchange.acting, exchange.caller.session?.key, from(exchange))
  return NO_CONTENT
}

const takeCall: Call = async (dependencies, exchange) => {
  const { person } = textsOf(objectOf(await readJson(exchange.request)), ['person'])
  await takeSecondFactor(dependencies, exchange.acting, person, exchange.caller.session?.key)
  return NO_CONTENT
}

export const SECOND_FACTOR_RESOURCES: Resources = {
  'auth/second-factor': { signsIn: true, leadsIn: true, enrolling: true, calls: { POST: secondStepCall } },
  'auth/second-factor/own': { signedIn: true, enrolling: true, calls: { GET: ownCall } },
  'auth/second-factor/set-up': { signedIn: true, enrolling: true, calls: { POST: setUpCall } },
  'auth/second-factor/confirm': { signedIn: true, enrolling: true, calls: { POST: confirmCall } },
  'auth/second-factor/recovery-codes': { signedIn: true, calls: { POST: renewCall } },
  'auth/second-factor/off': { signedIn: true, calls: { POST: offCall } },
  'auth/second-factor/take': { signedIn: true, calls: { POST: takeCall } },
}
