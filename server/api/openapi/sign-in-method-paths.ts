// Describes the routes of passkeys and providers in OpenAPI, where the document offers them.
import type { AccountPolicy } from '#shared/model/model.ts'
import type { PathItem } from './describe-api.ts'
import { ID, operation, signUpOperation } from './openapi-operation.ts'

interface Paths {
  readonly [path: string]: PathItem
}

export function signInMethodPaths(isSignedIn: boolean, { signIn }: Pick<AccountPolicy, 'signIn'>): Paths {
  const offers = (kind: string) => signIn.some((way) => way.kind === kind)
  return {
    ...(offers('passkey') ? passkeyPaths(isSignedIn) : {}),
    ...(offers('provider') ? providerPaths(isSignedIn) : {}),
  }
}

const NOTHING = { properties: {} }
const TEXT = { type: 'string' }
/** As browsers make it: WebAuthn's `toJSON()`. */
const RESPONSE = { type: 'object', description: 'The credential that the browser got, as JSON.' }

function passkeyPaths(isSignedIn: boolean): Paths {
  const signIn = { required: ['response'], properties: { response: RESPONSE } }
  const applicant = { required: ['name', 'email'], properties: { name: TEXT, email: TEXT } }
  const passkey = { type: 'object', required: ['name', 'response'], properties: { name: TEXT, response: RESPONSE } }
  const signUp = {
    required: ['name', 'email', 'passkey'],
    properties: { name: TEXT, email: TEXT, invitation: TEXT, passkey },
  }
  const all = {
    '/api/auth/sign-up/passkey/challenge': {
      post: operation(
        'passkey_sign_up_challenge',
        'What to ask the authenticator for signing up',
        200,
        applicant,
        false,
      ),
    },
    '/api/auth/sign-up/passkey': {
      post: signUpOperation('passkey_sign_up', 'Sign up with a passkey', signUp),
    },
    '/api/auth/sign-in/passkey/challenge': {
      post: operation('passkey_sign_in_challenge', 'What to ask the authenticator for signing in', 200, NOTHING, false),
    },
    '/api/auth/sign-in/passkey': {
      post: operation('passkey_sign_in', 'Sign in with a passkey', 200, signIn, false),
    },
  }
  if (!isSignedIn) return all
  const add = { required: ['name', 'response'], properties: { name: TEXT, response: RESPONSE } }
  const rename = { required: ['name'], properties: { name: TEXT } }
  return {
    ...all,
    '/api/auth/passkeys': {
      get: operation('passkeys', 'Your passkeys', 200, undefined, true),
      post: operation('add_passkey', 'Add a passkey', 201, add, true),
    },
    '/api/auth/passkeys/challenge': {
      post: operation('passkey_challenge', 'What to ask the authenticator for a new passkey', 200, NOTHING, true),
    },
    '/api/auth/proof/passkey/challenge': {
      post: operation('proof_challenge', 'What to ask the authenticator as proof', 200, NOTHING, true),
    },
    '/api/auth/passkeys/{id}': {
      patch: { ...operation('rename_passkey', 'Rename a passkey', 200, rename, true), parameters: [ID] },
      delete: { ...operation('remove_passkey', 'Remove a passkey', 204, undefined, true), parameters: [ID] },
    },
  }
}

/** The `id` of a provider is its name in addresses: "My Company" is `my-company`. */
function providerPaths(isSignedIn: boolean): Paths {
  const next = { name: 'next', in: 'query', description: 'A path of this application.', schema: TEXT }
  const start = operation('start_sign_in', 'Sign in by a provider, in a browser', 303, undefined, false)
  const callback = operation('finish_sign_in', 'Where the provider leads the browser back to', 303, undefined, false)
  const invited = { required: ['invitation'], properties: { invitation: TEXT } }
  const all = {
    '/api/auth/providers/{id}/start': {
      get: { ...start, parameters: [ID, next] },
      post: {
        ...operation('start_invited', 'Accept an invitation by a provider: where to go', 200, invited, false),
        parameters: [ID],
      },
    },
    '/api/auth/providers/{id}/callback': {
      get: {
        ...callback,
        parameters: [ID, ...['state', 'code', 'iss', 'error'].map((name) => ({ name, in: 'query', schema: TEXT }))],
      },
    },
  }
  if (!isSignedIn) return all
  const back = { required: ['next'], properties: { next: { ...TEXT, description: next.description } } }
  return {
    ...all,
    '/api/auth/providers': { get: operation('providers', 'Providers that you can link', 200, undefined, true) },
    '/api/auth/providers/{id}/link': {
      post: { ...operation('link_provider', 'Link a provider: where to go', 200, NOTHING, true), parameters: [ID] },
    },
    '/api/auth/providers/{id}/prove': {
      post: {
        ...operation('prove_by_provider', 'Prove by a provider that it is still you: where to go', 200, back, true),
        parameters: [ID],
      },
    },
    '/api/auth/providers/{id}': {
      delete: { ...operation('unlink_provider', 'Unlink a provider', 204, undefined, true), parameters: [ID] },
    },
  }
}
