// The calls about passkeys: one's own, and signing in with one.
import type { Asking } from '../../auth/passkeys/add-passkey.ts'
import { addPasskey, offerPasskey } from '../../auth/passkeys/add-passkey.ts'
import { listPasskeys, passkeyItem, removePasskey, renamePasskey } from '../../auth/passkeys/own-passkeys.ts'
import { askForPasskey, signInWithPasskey } from '../../auth/passkeys/sign-in-with-passkey.ts'
import { notFound } from '../../records/work/rights.ts'
import { jsonAnswer, NO_CONTENT } from '../answer.ts'
import { badRequest } from '../bad-request.ts'
import { objectOf, readJson } from '../body.ts'
import type { Call, Exchange } from '../exchange.ts'
import { checkParameters } from '../parameters.ts'
import type { Resources } from '../resources.ts'
import { baseUrlOf } from './base-url.ts'
import { ownAccount } from './own-account.ts'
import { from, textsOf } from './reading.ts'
import { sessionAnswer, signInAnswer } from './session-answer.ts'

const listCall: Call = async (dependencies, exchange) => {
  checkParameters(exchange.query, [])
  return jsonAnswer(200, { items: await listPasskeys(dependencies, ownAccount(exchange)) })
}

/** What the browser is to hand to `navigator.credentials.create`. */
const offerCall: Call = async (dependencies, exchange) => {
  await readJson(exchange.request)
  const origin = baseUrlOf(exchange.request, dependencies.publicUrl)
  const options = await offerPasskey(dependencies, ownAccount(exchange), asking(exchange), from(exchange), origin)
  return jsonAnswer(200, options)
}

const addCall: Call = async (dependencies, exchange) => {
  const { name, response, ...others } = objectOf(await readJson(exchange.request))
  if (typeof name !== 'string' || Object.keys(others).length > 0)
    throw badRequest('malformed', 'The body is { "name": "…", "response": … }.')
  const origin = baseUrlOf(exchange.request, dependencies.publicUrl)
  const given = { name, response }
  const added = await addPasskey(dependencies, ownAccount(exchange), given, asking(exchange), from(exchange), origin)
  const item = passkeyItem(added.passkey)
  return added.session === undefined
    ? jsonAnswer(201, item)
    : sessionAnswer(dependencies, exchange, 201, added.session, item)
}

function asking({ caller }: Exchange): Asking {
  return { session: caller.session?.key, isEnrolling: caller.enrolling !== undefined }
}

function renameCall(id: string): Call {
  return async (dependencies, exchange) => {
    const { name } = textsOf(objectOf(await readJson(exchange.request)), ['name'])
    const passkey = await renamePasskey(dependencies, exchange.acting, id, name)
    if (passkey === undefined) throw notFound(exchange.running.model)
    return jsonAnswer(200, passkey)
  }
}

function removeCall(id: string): Call {
  return async (dependencies, exchange) => {
    await readJson(exchange.request)
    const { acting, caller } = exchange
    if (!(await removePasskey(dependencies, acting, id, from(exchange), caller.session?.key)))
      throw notFound(exchange.running.model)
    return NO_CONTENT
  }
}

/** What the browser is to hand to `navigator.credentials.get`. */
const askCall: Call = async (dependencies, exchange) => {
  await readJson(exchange.request)
  const origin = baseUrlOf(exchange.request, dependencies.publicUrl)
  return jsonAnswer(200, await askForPasskey(dependencies, from(exchange), origin, exchange.acting.now))
}

const signInCall: Call = async (dependencies, exchange) => {
  const { response, ...others } = objectOf(await readJson(exchange.request))
  if (Object.keys(others).length > 0) throw badRequest('malformed', 'The body is { "response": … }.')
  const origin = baseUrlOf(exchange.request, dependencies.publicUrl)
  const outcome = await signInWithPasskey(dependencies, response, from(exchange), origin, exchange.acting.now)
  return signInAnswer(dependencies, exchange, outcome)
}

export const PASSKEY_RESOURCES: Resources = {
  'auth/passkeys': { signedIn: true, enrolling: true, calls: { GET: listCall, POST: addCall } },
  'auth/passkeys/challenge': { signedIn: true, enrolling: true, calls: { POST: offerCall } },
  'auth/passkeys/:id': (id) => ({ signedIn: true, calls: { PATCH: renameCall(id), DELETE: removeCall(id) } }),
  'auth/sign-in/passkey': { signsIn: true, leadsIn: true, calls: { POST: signInCall } },
  'auth/sign-in/passkey/challenge': { signsIn: true, leadsIn: true, calls: { POST: askCall } },
}
