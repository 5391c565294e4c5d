// The calls about accounts: /api/auth/…
import type { SessionBody } from '#shared/protocol/session.ts'
import { refusal } from '#shared/decisions/8-errors.ts'
import { changePassword } from '../auth/change-password.ts'
import { clearCookie, setCookie } from '../auth/credentials.ts'
import { invite } from '../auth/invitations.ts'
import type { SessionStart } from '../auth/sessions.ts'
import { endListedSession, endSession, listSessions } from '../auth/sessions.ts'
import { signIn } from '../auth/sign-in.ts'
import { signUp } from '../auth/sign-up.ts'
import { Refused } from '../records/refused.ts'
import type { Answer } from './answer.ts'
import { jsonAnswer, NO_CONTENT } from './answer.ts'
import { badRequest } from './bad-request.ts'
import { objectOf, readJson } from './body.ts'
import type { ApiDependencies, Call, Exchange, Resource } from './exchange.ts'
import { checkParameters } from './parameters.ts'

export function authResource([first, second, third, ...rest]: readonly string[]): Resource | undefined {
  if (first !== 'auth' || second === undefined || rest.length > 0) return undefined
  if (third !== undefined) return second === 'sessions' ? AUTH_RESOURCES['auth/sessions/:id'](third) : undefined
  const path = `auth/${second}`
  const found = Object.hasOwn(AUTH_RESOURCES, path) ? AUTH_RESOURCES[path as keyof typeof AUTH_RESOURCES] : undefined
  return typeof found === 'function' ? undefined : found
}

const signUpCall: Call = async (dependencies, exchange) => {
  const body = objectOf(await readJson(exchange.request))
  const start = await signUp(dependencies, body, from(exchange), exchange.acting.now)
  return sessionAnswer(dependencies, exchange, 201, start)
}

const signInCall: Call = async (dependencies, exchange) => {
  const body = textsOf(objectOf(await readJson(exchange.request)), ['email', 'password'])
  const start = await signIn(dependencies, body, from(exchange), exchange.acting.now)
  return sessionAnswer(dependencies, exchange, 200, start)
}

const signOutCall: Call = async (dependencies, exchange) => {
  await readJson(exchange.request)
  if (exchange.caller.session !== undefined) await endSession(dependencies, exchange.caller.session.key)
  return {
    ...NO_CONTENT,
    headers: ['Set-Cookie', clearCookie(exchange.request, dependencies.publicUrl), 'Clear-Site-Data', '"storage"'],
  }
}

const meCall: Call = async (_, { running, query, acting: { actor } }) => {
  checkParameters(query, [])
  const { access } = running.model
  const { person } = actor
  const body: SessionBody = {
    person:
      person === null
        ? null
        : {
            id: person.id,
            name: String(person['name'] ?? ''),
            email: String(person['email'] ?? ''),
            roles: Array.isArray(person['roles']) ? person['roles'].map(String) : [],
          },
    roles: actor.roles,
    administrator: actor.administrator,
    signUp: access.signUp.kind,
    signIn: access.signIn,
    revision: running.revision,
  }
  return jsonAnswer(200, body)
}

const sessionsCall: Call = async (dependencies, { acting, caller }) =>
  jsonAnswer(200, { items: await listSessions(dependencies, acting, caller.session?.key ?? '') })

function endSessionCall(id: string): Call {
  return async (dependencies, exchange) => {
    await readJson(exchange.request)
    if (!(await endListedSession(dependencies, exchange.acting, id)))
      throw new Refused(refusal(exchange.running.model, 'not_found'))
    return NO_CONTENT
  }
}

const passwordCall: Call = async (dependencies, exchange) => {
  const body = textsOf(objectOf(await readJson(exchange.request)), ['current', 'password'])
  await changePassword(dependencies, exchange.acting, body, exchange.caller.session?.key)
  return NO_CONTENT
}

const inviteCall: Call = async (dependencies, exchange) => {
  const { roles, person, ...others } = objectOf(await readJson(exchange.request))
  const isReadable =
    Array.isArray(roles) &&
    roles.every((role) => typeof role === 'string') &&
    (person === undefined || typeof person === 'string')
  if (!isReadable || Object.keys(others).length > 0)
    throw badRequest('malformed', 'An invitation is { "roles": ["Agent"] }.')
  const invitation = await invite(dependencies, exchange.acting, roles, person)
  return jsonAnswer(201, {
    ...invitation,
    ...(dependencies.publicUrl === undefined ? {} : { link: dependencies.publicUrl + invitation.path }),
  })
}

/** By path; what names one thing is made for its id. */
export const AUTH_RESOURCES = {
  'auth/sign-up': { calls: { POST: signUpCall } },
  'auth/sign-in': { calls: { POST: signInCall } },
  'auth/sign-out': { calls: { POST: signOutCall } },
  'auth/me': { calls: { GET: meCall } },
  'auth/sessions': { signedIn: true, calls: { GET: sessionsCall } },
  'auth/sessions/:id': (id: string): Resource => ({ signedIn: true, calls: { DELETE: endSessionCall(id) } }),
  'auth/password': { signedIn: true, calls: { POST: passwordCall } },
  'auth/invitations': { signedIn: true, calls: { POST: inviteCall } },
}

/** The browser gets a cookie; a program takes the token from the body. */
function sessionAnswer(
  { publicUrl }: ApiDependencies,
  { request }: Exchange,
  status: number,
  start: SessionStart & { readonly person: string },
): Answer {
  const { secret, seconds, person } = start
  // To a page of ours the token would be of no use but to be stolen.
  const isPage = request.headers['sec-fetch-site'] !== undefined
  const body = { person, expires_in: seconds, ...(isPage ? {} : { token: secret }) }
  return jsonAnswer(status, body, ['Set-Cookie', setCookie(request, publicUrl, secret, seconds)])
}

function from({ request }: Exchange): { readonly address: string | undefined; readonly client: string | undefined } {
  return { address: request.socket.remoteAddress, client: request.headers['user-agent'] }
}

function textsOf<Name extends string>(
  body: { readonly [name: string]: unknown },
  names: readonly Name[],
): { readonly [name in Name]: string } {
  const isReadable =
    Object.keys(body).length === names.length &&
    names.every((name) => Object.hasOwn(body, name) && typeof body[name] === 'string')
  if (!isReadable) throw badRequest('malformed', `The body is { ${names.map((name) => `"${name}": "…"`).join(', ')} }.`)
  return body as { readonly [name in Name]: string }
}
