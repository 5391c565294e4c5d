// Declares the routes of passkeys: a person's own ones, and signing in with one.
import { ADDED_PASSKEY, PASSKEY, PASSKEYS, PASSKEY_OPTIONS, SIGNED_IN } from './account-answers.ts'
import type { PasskeyRequester } from '../../auth/methods/passkey/add-passkey.ts'
import { addPasskey, offerPasskey } from '../../auth/methods/passkey/add-passkey.ts'
import { listPasskeys, passkeyItem, removePasskey, renamePasskey } from '../../auth/methods/passkey/manage.ts'
import { startPasskeySignIn, signInWithPasskey } from '../../auth/methods/passkey/sign-in.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import type { RequestContext } from '../request/request-context.ts'
import { object, text } from '../routes/body-schema.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute, offersMethod } from '../routes/route.ts'
import { baseUrlOf } from './base-url.ts'
import { clientInfoOf } from './client-info-of.ts'
import { CREDENTIAL } from './credential-schema.ts'
import { ownAccount } from './own-account.ts'
import { sessionResponse, signInResponse } from './session-response.ts'
import { refused } from '../../policy/refused.ts'

const OWN = { requiresSession: true, isOffered: offersMethod('passkey') } as const
const SIGNS_IN = { signsIn: true, isForSignIn: true, isOffered: offersMethod('passkey') } as const

const LIST = defineRoute({
  method: 'GET',
  path: '/auth/passkeys',
  id: 'passkeys',
  response: { schema: PASSKEYS },
  summary: 'Your passkeys',
  status: 200,
  ...OWN,
  allowsEnrolment: true,
  handle: async (dependencies, context) =>
    jsonResponse(200, { items: await listPasskeys(dependencies, ownAccount(context)) }),
})

/** Returns the options that the browser passes to `navigator.credentials.create`. */
const OFFER = defineRoute({
  method: 'POST',
  path: '/auth/passkeys/challenge',
  id: 'passkey_challenge',
  response: { schema: PASSKEY_OPTIONS },
  status: 200,
  summary: 'What to ask the authenticator for a new passkey',
  ...OWN,
  allowsEnrolment: true,
  handle: async (dependencies, context) => {
    const origin = baseUrlOf(context.request, dependencies.publicUrl)
    const [account, requester] = [ownAccount(context), requesterOf(context)]
    return jsonResponse(200, await offerPasskey(dependencies, account, requester, clientInfoOf(context), origin))
  },
})

const ADD = defineRoute({
  method: 'POST',
  path: '/auth/passkeys',
  id: 'add_passkey',
  response: { schema: ADDED_PASSKEY },
  summary: 'Add a passkey',
  status: 201,
  ...OWN,
  allowsEnrolment: true,
  body: object({ name: text(), response: CREDENTIAL }),
  handle: async (dependencies, context, { body }) => {
    const origin = baseUrlOf(context.request, dependencies.publicUrl)
    const [account, requester] = [ownAccount(context), requesterOf(context)]
    const added = await addPasskey(dependencies, account, body, requester, clientInfoOf(context), origin)
    const item = passkeyItem(added.passkey)
    return added.session === undefined
      ? jsonResponse(201, item)
      : sessionResponse(dependencies, context, 201, added.session, item)
  },
})

const RENAME = defineRoute({
  method: 'PATCH',
  path: '/auth/passkeys/:id',
  id: 'rename_passkey',
  response: { schema: PASSKEY },
  summary: 'Rename a passkey',
  status: 200,
  ...OWN,
  body: object({ name: text() }),
  handle: async (dependencies, { actorContext }, { parameters: { id }, body: { name } }) => {
    const passkey = await renamePasskey(dependencies, actorContext, id, name)
    if (passkey === undefined) throw refused('not_found')
    return jsonResponse(200, passkey)
  },
})

const REMOVE = defineRoute({
  method: 'DELETE',
  path: '/auth/passkeys/:id',
  id: 'remove_passkey',
  summary: 'Remove a passkey',
  status: 204,
  ...OWN,
  handle: async (dependencies, context, { parameters: { id } }) => {
    const { actorContext, caller } = context
    if (!(await removePasskey(dependencies, actorContext, id, clientInfoOf(context), caller.session?.key)))
      throw refused('not_found')
    return NO_CONTENT
  },
})

/** Returns the options that the browser passes to `navigator.credentials.get`. */
const CHALLENGE = defineRoute({
  method: 'POST',
  path: '/auth/sign-in/passkey/challenge',
  id: 'passkey_sign_in_challenge',
  response: { schema: PASSKEY_OPTIONS },
  status: 200,
  summary: 'What to ask the authenticator for signing in',
  ...SIGNS_IN,
  handle: async (dependencies, context) => {
    const origin = baseUrlOf(context.request, dependencies.publicUrl)
    const { now } = context.actorContext
    return jsonResponse(200, await startPasskeySignIn(dependencies, clientInfoOf(context), origin, now))
  },
})

const SIGN_IN = defineRoute({
  method: 'POST',
  path: '/auth/sign-in/passkey',
  id: 'passkey_sign_in',
  response: { schema: SIGNED_IN },
  summary: 'Sign in with a passkey',
  ...SIGNS_IN,
  status: 200,
  body: object({ response: CREDENTIAL }),
  handle: async (dependencies, context, { body: { response } }) => {
    const origin = baseUrlOf(context.request, dependencies.publicUrl)
    const { now } = context.actorContext
    const outcome = await signInWithPasskey(dependencies, response, clientInfoOf(context), origin, now)
    return signInResponse(dependencies, context, outcome)
  },
})

export const PASSKEY_ROUTES: readonly ApiRoute[] = [LIST, ADD, OFFER, RENAME, REMOVE, CHALLENGE, SIGN_IN]

function requesterOf({ caller }: RequestContext): PasskeyRequester {
  return { session: caller.session?.key, isEnrolling: caller.enrolling !== undefined }
}
