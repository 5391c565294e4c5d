// Handles the routes of passkeys: a person's own ones, and signing in with one.
import type { PasskeyRequester } from '../../auth/methods/passkey/add-passkey.ts'
import { addPasskey, offerPasskey } from '../../auth/methods/passkey/add-passkey.ts'
import { listPasskeys, passkeyItem, removePasskey, renamePasskey } from '../../auth/methods/passkey/manage.ts'
import { startPasskeySignIn, signInWithPasskey } from '../../auth/methods/passkey/sign-in.ts'
import { notFound } from '../../policy/policy.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import { badRequest } from '../request/bad-request.ts'
import { readObject, readJson } from '../request/json-body.ts'
import type { Handler, RequestContext } from '../request/request-context.ts'
import { checkParameters } from '../request/query-parameters.ts'
import type { RouteTable } from '../route-table.ts'
import { baseUrlOf } from './base-url.ts'
import { ownAccount } from './own-account.ts'
import { clientInfoOf, readTexts } from './read-account-request.ts'
import { sessionResponse, signInResponse } from './session-response.ts'

const listHandler: Handler = async (dependencies, context) => {
  checkParameters(context.query, [])
  return jsonResponse(200, { items: await listPasskeys(dependencies, ownAccount(context)) })
}

/** What the browser is to hand to `navigator.credentials.create`. */
const offerHandler: Handler = async (dependencies, context) => {
  await readJson(context.request)
  const origin = baseUrlOf(context.request, dependencies.publicUrl)
  const options = await offerPasskey(
    dependencies,
    ownAccount(context),
    requesterOf(context),
    clientInfoOf(context),
    origin,
  )
  return jsonResponse(200, options)
}

const addHandler: Handler = async (dependencies, context) => {
  const { name, response, ...others } = readObject(await readJson(context.request))
  if (typeof name !== 'string' || Object.keys(others).length > 0)
    throw badRequest('malformed', 'The body is { "name": "…", "response": … }.')
  const origin = baseUrlOf(context.request, dependencies.publicUrl)
  const given = { name, response }
  const added = await addPasskey(
    dependencies,
    ownAccount(context),
    given,
    requesterOf(context),
    clientInfoOf(context),
    origin,
  )
  const item = passkeyItem(added.passkey)
  return added.session === undefined
    ? jsonResponse(201, item)
    : sessionResponse(dependencies, context, 201, added.session, item)
}

function requesterOf({ caller }: RequestContext): PasskeyRequester {
  return { session: caller.session?.key, isEnrolling: caller.enrolling !== undefined }
}

function renameHandler(id: string): Handler {
  return async (dependencies, context) => {
    const { name } = readTexts(readObject(await readJson(context.request)), ['name'])
    const passkey = await renamePasskey(dependencies, context.actorContext, id, name)
    if (passkey === undefined) throw notFound(context.running.model)
    return jsonResponse(200, passkey)
  }
}

function removeHandler(id: string): Handler {
  return async (dependencies, context) => {
    await readJson(context.request)
    const { actorContext, caller } = context
    if (!(await removePasskey(dependencies, actorContext, id, clientInfoOf(context), caller.session?.key)))
      throw notFound(context.running.model)
    return NO_CONTENT
  }
}

/** What the browser is to hand to `navigator.credentials.get`. */
const challengeHandler: Handler = async (dependencies, context) => {
  await readJson(context.request)
  const origin = baseUrlOf(context.request, dependencies.publicUrl)
  return jsonResponse(
    200,
    await startPasskeySignIn(dependencies, clientInfoOf(context), origin, context.actorContext.now),
  )
}

const signInHandler: Handler = async (dependencies, context) => {
  const { response, ...others } = readObject(await readJson(context.request))
  if (Object.keys(others).length > 0) throw badRequest('malformed', 'The body is { "response": … }.')
  const origin = baseUrlOf(context.request, dependencies.publicUrl)
  const outcome = await signInWithPasskey(
    dependencies,
    response,
    clientInfoOf(context),
    origin,
    context.actorContext.now,
  )
  return signInResponse(dependencies, context, outcome)
}

export const PASSKEY_ROUTES: RouteTable = {
  'auth/passkeys': { requiresSession: true, allowsEnrolment: true, handlers: { GET: listHandler, POST: addHandler } },
  'auth/passkeys/challenge': { requiresSession: true, allowsEnrolment: true, handlers: { POST: offerHandler } },
  'auth/passkeys/:id': (id) => ({
    requiresSession: true,
    handlers: { PATCH: renameHandler(id), DELETE: removeHandler(id) },
  }),
  'auth/sign-in/passkey': { signsIn: true, isForSignIn: true, handlers: { POST: signInHandler } },
  'auth/sign-in/passkey/challenge': { signsIn: true, isForSignIn: true, handlers: { POST: challengeHandler } },
}
