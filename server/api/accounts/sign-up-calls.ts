// Signing up: with a password or a passkey, and finishing it by a link; and what administrators decide over who waits for it.
import type { AskedBody } from '#shared/protocol/sign-ups.ts'
import { readCookieNamed, setCookieNamed } from '../../auth/credentials.ts'
import { offerSignUp, signUpWithPasskey } from '../../auth/passkeys/sign-up-with-passkey.ts'
import type { SignUpOutcome } from '../../auth/sign-up/admit.ts'
import { finishSignUp } from '../../auth/sign-up/finish-sign-up.ts'
import { letIn, listWaiting, makeLinkToFinish, turnAway } from '../../auth/sign-up/let-in.ts'
import { signUp } from '../../auth/sign-up/sign-up.ts'
import type { Answer } from '../answer.ts'
import { jsonAnswer, NO_CONTENT } from '../answer.ts'
import { badRequest } from '../bad-request.ts'
import { objectOf, readJson } from '../body.ts'
import type { ApiDependencies, Call, Exchange } from '../exchange.ts'
import { checkParameters } from '../parameters.ts'
import type { Resources } from '../resources.ts'
import { baseUrlOf } from './base-url.ts'
import { linkAnswer } from './link-answer.ts'
import { from, textsOf } from './reading.ts'
import { sessionAnswer } from './session-answer.ts'

const signUpCall: Call = async (dependencies, exchange) => {
  const body = objectOf(await readJson(exchange.request))
  const outcome = await signUp(dependencies, body, asking(dependencies, exchange), exchange.acting.now)
  return outcomeAnswer(dependencies, exchange, outcome)
}

/** What the browser is to hand to `navigator.credentials.create`, for somebody who has no account yet. */
const offerCall: Call = async (dependencies, exchange) => {
  const person = textsOf(objectOf(await readJson(exchange.request)), ['name', 'email'])
  const origin = baseUrlOf(exchange.request, dependencies.publicUrl)
  return jsonAnswer(200, await offerSignUp(dependencies, person, from(exchange), origin, exchange.acting.now))
}

const passkeyCall: Call = async (dependencies, exchange) => {
  const { passkey, ...body } = objectOf(await readJson(exchange.request))
  if (typeof passkey !== 'object' || passkey === null || !('name' in passkey) || typeof passkey.name !== 'string')
    throw badRequest(
      'malformed',
      'The body has "passkey": { "name": "…", "response": … } beside the fields of a person.',
    )
  const given = { name: passkey.name, response: 'response' in passkey ? passkey.response : undefined }
  const origin = baseUrlOf(exchange.request, dependencies.publicUrl)
  const who = asking(dependencies, exchange)
  const outcome = await signUpWithPasskey(dependencies, body, given, who, origin, exchange.acting.now)
  return outcomeAnswer(dependencies, exchange, outcome)
}

const finishCall: Call = async (dependencies, exchange) => {
  const { link, password, ...others } = objectOf(await readJson(exchange.request))
  const isReadable = typeof link === 'string' && (password === undefined || typeof password === 'string')
  if (!isReadable || Object.keys(others).length > 0)
    throw badRequest(
      'malformed',
      'The body is { "link": "…", "password": "…" }; the browser that signed up needs no password.',
    )
  const { browser } = asking(dependencies, exchange)
  const start = await finishSignUp(dependencies, { link, password, browser }, from(exchange), exchange.acting.now)
  return sessionAnswer(dependencies, exchange, 201, start)
}

const waitingCall: Call = async (dependencies, { query, acting }) => {
  checkParameters(query, [])
  return jsonAnswer(200, { items: await listWaiting(dependencies, acting) })
}

function letInCall(id: string): Call {
  return async (dependencies, exchange) => {
    await readJson(exchange.request)
    await letIn(dependencies, exchange.acting, id)
    return NO_CONTENT
  }
}

function makeLinkCall(id: string): Call {
  return async (dependencies, exchange) => {
    await readJson(exchange.request)
    return linkAnswer(dependencies, await makeLinkToFinish(dependencies, exchange.acting, id))
  }
}

function turnAwayCall(id: string): Call {
  return async (dependencies, exchange) => {
    await readJson(exchange.request)
    await turnAway(dependencies, exchange.acting, id)
    return NO_CONTENT
  }
}

export const SIGN_UP_RESOURCES: Resources = {
  'auth/sign-up': { signsIn: true, calls: { POST: signUpCall } },
  'auth/sign-up/finish': { signsIn: true, leadsIn: true, calls: { POST: finishCall } },
  'auth/sign-up/passkey': { signsIn: true, calls: { POST: passkeyCall } },
  'auth/sign-up/passkey/challenge': { signsIn: true, calls: { POST: offerCall } },
  'auth/sign-ups': { signedIn: true, calls: { GET: waitingCall } },
  'auth/sign-ups/:id': (id) => ({ signedIn: true, calls: { DELETE: turnAwayCall(id) } }),
  'auth/sign-ups/:id/let-in': (id) => ({ signedIn: true, calls: { POST: letInCall(id) } }),
  'auth/sign-ups/:id/link': (id) => ({ signedIn: true, calls: { POST: makeLinkCall(id) } }),
}

/** Of the browser that asked: what was chosen in it can be used in it alone. */
const COOKIE = 'sign-up'

function asking({ publicUrl }: ApiDependencies, exchange: Exchange) {
  return { from: from(exchange), browser: readCookieNamed(COOKIE, exchange.request, publicUrl) }
}

/** A session at once, or what happens next: then every free and every taken address is answered alike. */
function outcomeAnswer(dependencies: ApiDependencies, exchange: Exchange, outcome: SignUpOutcome): Answer {
  if ('session' in outcome) return sessionAnswer(dependencies, exchange, 201, outcome.session)
  const { next, browser, seconds } = outcome.asked
  const body: AskedBody = { next, message: SENTENCES[next] }
  const cookie = setCookieNamed(COOKIE, exchange.request, dependencies.publicUrl, browser, seconds)
  return jsonAnswer(202, body, ['Set-Cookie', cookie])
}

const SENTENCES = {
  letter: 'A letter with a link is on its way to this address. Open it to go on.',
  administrator: 'An administrator decides, and lets you in.',
} as const
