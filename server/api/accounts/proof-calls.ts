// Proof that it is still the same person: in what ways it can be given, and giving it. By a provider: see `provider-calls.ts`.
import { askForProof } from '../../auth/passkeys/passkey-as-proof.ts'
import type { GivenProof } from '../../auth/proof/give-proof.ts'
import { giveProof } from '../../auth/proof/give-proof.ts'
import { listProofWays } from '../../auth/proof/list-ways.ts'
import { sendProofLink } from '../../auth/proof/send-proof-link.ts'
import { jsonAnswer } from '../answer.ts'
import { badRequest } from '../bad-request.ts'
import { objectOf, readJson } from '../body.ts'
import type { Call } from '../exchange.ts'
import { checkParameters } from '../parameters.ts'
import type { Resources } from '../resources.ts'
import { baseUrlOf } from './base-url.ts'
import { ownAccount } from './own-account.ts'
import { from, textsOf } from './reading.ts'
import { sessionAnswer } from './session-answer.ts'

const waysCall: Call = async (dependencies, exchange) => {
  checkParameters(exchange.query, [])
  return jsonAnswer(200, await listProofWays(dependencies, ownAccount(exchange), exchange.caller.session?.key))
}

const proveCall: Call = async (dependencies, exchange) => {
  const given = readProof(objectOf(await readJson(exchange.request)))
  const session = exchange.caller.session?.key ?? ''
  const origin = baseUrlOf(exchange.request, dependencies.publicUrl)
  const shown = { session, from: from(exchange), origin }
  return sessionAnswer(dependencies, exchange, 200, await giveProof(dependencies, ownAccount(exchange), given, shown))
}

function readProof(body: { readonly [name: string]: unknown }): GivenProof {
  const names = Object.keys(body)
  const isReadable =
    names.length > 0 &&
    names.every((name) => name === 'passkey' || (TEXTS.has(name) && typeof body[name] === 'string')) &&
    body['passkey'] !== null
  if (isReadable) return body
  throw badRequest('malformed', 'The body has at least one of "password", "code", "link" (texts) and "passkey".')
}

const TEXTS: ReadonlySet<string> = new Set(['password', 'code', 'link'])

/** What the browser is to hand to `navigator.credentials.get`. */
const challengeCall: Call = async (dependencies, exchange) => {
  textsOf(objectOf(await readJson(exchange.request)), [])
  const origin = baseUrlOf(exchange.request, dependencies.publicUrl)
  return jsonAnswer(200, await askForProof(dependencies, ownAccount(exchange), from(exchange), origin))
}

const linkCall: Call = async (dependencies, exchange) => {
  textsOf(objectOf(await readJson(exchange.request)), [])
  await sendProofLink(dependencies, ownAccount(exchange), from(exchange))
  return jsonAnswer(202, { message: 'A letter is on its way to your address.' })
}

export const PROOF_RESOURCES: Resources = {
  'auth/proof': { signedIn: true, enrolling: true, calls: { GET: waysCall, POST: proveCall } },
  'auth/proof/passkey/challenge': { signedIn: true, enrolling: true, calls: { POST: challengeCall } },
  'auth/proof/link': { signedIn: true, enrolling: true, calls: { POST: linkCall } },
}
