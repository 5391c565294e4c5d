// Describes the routes of passwords, links, the second factor and API tokens in OpenAPI.
import type { AccountPolicy } from '#shared/model/model.ts'
import type { PathItem } from './describe-api.ts'
import { ID, operation } from './openapi-operation.ts'
import type { Actor } from '#shared/policy/actor.ts'

interface Paths {
  readonly [path: string]: PathItem
}

export function accountPaths({ person, administrator }: Actor, { signIn }: Pick<AccountPolicy, 'signIn'>): Paths {
  const offers = (kind: string) => signIn.some((way) => way.kind === kind)
  return {
    ...(offers('password') ? FORGOTTEN : {}),
    ...(offers('link') ? LINKS : {}),
    '/api/auth/second-factor': {
      post: operation('second_step', 'Do the second step of signing in', 200, body('challenge', 'code'), false),
    },
    ...(person === null ? {} : OWN),
    ...(person !== null && offers('link') ? PROOF_LINK : {}),
    ...(administrator ? OTHERS : {}),
  }
}

const TEXT = { type: 'string' }
const NOTHING = { properties: {} }

/** A body that has these texts, and nothing else. */
function body(...names: readonly string[]): object {
  return { required: names, properties: Object.fromEntries(names.map((name) => [name, TEXT])) }
}

const FORGOTTEN: Paths = {
  '/api/auth/password/forgot': {
    post: operation('forgot_password', 'Ask for a link for a new password', 202, body('email'), false),
  },
  '/api/auth/password/reset': {
    post: operation('reset_password', 'Choose a new password by a link', 204, body('link', 'password'), false),
  },
}

const LINKS: Paths = {
  '/api/auth/links': { post: operation('ask_for_link', 'Ask for a link to sign in', 202, body('email'), false) },
  '/api/auth/links/sign-in': { post: operation('sign_in_by_link', 'Sign in by a link', 200, body('link'), false) },
}

const PROOF_LINK: Paths = {
  '/api/auth/proof/link': {
    post: operation('ask_for_proof_link', 'Have a link sent to prove that it is still you', 202, NOTHING, true),
  },
}

const NEW_TOKEN = {
  required: ['name', 'roles'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 100 },
    roles: { type: 'array', items: TEXT, description: 'Of your own roles.' },
    administrator: { type: 'boolean', default: false },
    expires_at: { type: 'string', description: 'Within a year; 90 days from now where it is left out.' },
  },
}

/** At least one of them. */
const PROOF = {
  minProperties: 1,
  properties: {
    password: TEXT,
    code: { ...TEXT, description: 'Of the authenticator app, or a recovery code.' },
    link: { ...TEXT, description: 'The secret of a link that was sent.' },
    passkey: { type: 'object', description: 'The credential that the browser got, as JSON.' },
  },
}

/** By a session alone: an API token manages no accounts. */
const OWN: Paths = {
  '/api/auth/proof': {
    get: operation('proof_ways', 'In what ways you can prove that it is still you', 200, undefined, true),
    post: operation('prove', 'Prove that it is still you, by one way or several', 200, PROOF, true),
  },
  '/api/auth/second-factor/own': { get: operation('second_factor', 'Your second factor', 200, undefined, true) },
  '/api/auth/second-factor/set-up': {
    post: operation('set_up_second_factor', 'Begin to set up an authenticator app', 201, NOTHING, true),
  },
  '/api/auth/second-factor/confirm': {
    post: operation('confirm_second_factor', 'Switch the second factor on', 200, body('code'), true),
  },
  '/api/auth/second-factor/recovery-codes': {
    post: operation('renew_recovery_codes', 'Make new recovery codes', 200, NOTHING, true),
  },
  '/api/auth/second-factor/off': {
    post: operation('switch_second_factor_off', 'Switch the second factor off', 204, NOTHING, true),
  },
  '/api/auth/tokens': {
    get: operation('tokens', 'Your API tokens', 200, undefined, true),
    post: operation('create_token', 'Make an API token', 201, NEW_TOKEN, true),
  },
  '/api/auth/tokens/{id}': {
    delete: { ...operation('end_token', 'End an API token', 204, undefined, true), parameters: [ID] },
  },
}

const OTHERS: Paths = {
  '/api/auth/password/links': {
    post: operation('make_password_link', 'Make a link for a person’s new password', 201, body('person'), true),
  },
  '/api/auth/sign-ups': { get: operation('sign_ups', 'Who waits to be let in', 200, undefined, true) },
  '/api/auth/sign-ups/{id}': {
    delete: { ...operation('turn_away', 'Turn away who asked to sign up', 204, undefined, true), parameters: [ID] },
  },
  '/api/auth/sign-ups/{id}/let-in': {
    post: { ...operation('let_in', 'Let in who asked to sign up', 204, NOTHING, true), parameters: [ID] },
  },
  '/api/auth/sign-ups/{id}/link': {
    post: {
      ...operation('make_sign_up_link', 'Make a link with which to finish signing up', 201, NOTHING, true),
      parameters: [ID],
    },
  },
  '/api/auth/second-factor/take': {
    post: operation('take_second_factor', 'Take the second factor from who lost it', 204, body('person'), true),
  },
}
