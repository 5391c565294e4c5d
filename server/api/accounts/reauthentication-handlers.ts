// Handles the routes of re-authentication: list its methods, and complete it.
import { startReauthentication } from '../../auth/methods/passkey/reauthenticate.ts'
import type { ReauthenticationRequest } from '../../auth/reauthentication/complete-reauthentication.ts'
import { completeReauthentication } from '../../auth/reauthentication/complete-reauthentication.ts'
import { listReauthenticationMethods } from '../../auth/reauthentication/reauthentication-methods.ts'
import { sendReauthenticationLink } from '../../auth/methods/link/reauthenticate.ts'
import { jsonResponse } from '../response/response.ts'
import { badRequest } from '../request/bad-request.ts'
import { readObject, readJson } from '../request/json-body.ts'
import type { Handler } from '../request/request-context.ts'
import { checkParameters } from '../request/query-parameters.ts'
import type { RouteTable } from '../route-table.ts'
import { baseUrlOf } from './base-url.ts'
import { ownAccount } from './own-account.ts'
import { clientInfoOf, readTexts } from './read-account-request.ts'
import { sessionResponse } from './session-response.ts'

const methodsHandler: Handler = async (dependencies, context) => {
  checkParameters(context.query, [])
  return jsonResponse(
    200,
    await listReauthenticationMethods(dependencies, ownAccount(context), context.caller.session?.key),
  )
}

const reauthenticateHandler: Handler = async (dependencies, context) => {
  const given = readReauthentication(readObject(await readJson(context.request)))
  const session = context.caller.session?.key ?? ''
  const origin = baseUrlOf(context.request, dependencies.publicUrl)
  const shown = { session, client: clientInfoOf(context), origin }
  return sessionResponse(
    dependencies,
    context,
    200,
    await completeReauthentication(dependencies, ownAccount(context), given, shown),
  )
}

function readReauthentication(body: { readonly [name: string]: unknown }): ReauthenticationRequest {
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
const challengeHandler: Handler = async (dependencies, context) => {
  readTexts(readObject(await readJson(context.request)), [])
  const origin = baseUrlOf(context.request, dependencies.publicUrl)
  return jsonResponse(
    200,
    await startReauthentication(dependencies, ownAccount(context), clientInfoOf(context), origin),
  )
}

const linkHandler: Handler = async (dependencies, context) => {
  readTexts(readObject(await readJson(context.request)), [])
  await sendReauthenticationLink(dependencies, ownAccount(context), clientInfoOf(context))
  return jsonResponse(202, { message: 'We sent a message to your address.' })
}

export const REAUTHENTICATION_ROUTES: RouteTable = {
  'auth/proof': {
    requiresSession: true,
    allowsEnrolment: true,
    handlers: { GET: methodsHandler, POST: reauthenticateHandler },
  },
  'auth/proof/passkey/challenge': {
    requiresSession: true,
    allowsEnrolment: true,
    handlers: { POST: challengeHandler },
  },
  'auth/proof/link': { requiresSession: true, allowsEnrolment: true, handlers: { POST: linkHandler } },
}
