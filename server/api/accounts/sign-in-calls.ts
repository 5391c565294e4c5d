// Signing in and out, one's own sessions, and invitations.
import type { SessionBody } from '#shared/protocol/session.ts'
import { refusal } from '#shared/decisions/8-errors.ts'
import { hashOf } from '../../auth/account.ts'
import { askerOf } from '../../auth/caller.ts'
import { clearCookie } from '../../auth/credentials.ts'
import { needsApproval } from '../../auth/sign-up/applicant.ts'
import { invite } from '../../auth/sign-up/invitations.ts'
import { endListedSession, listSessions, signOut, signOutElsewhere } from '../../auth/sessions.ts'
import { stopViewing } from '../../auth/viewing/view-as.ts'
import { postOf } from '../../auth/links/post.ts'
import { usableWays } from '../../auth/providers/provider.ts'
import { rightsTag } from '../../auth/rights-tag.ts'
import { signIn } from '../../auth/sign-in.ts'
import { findHeldRoles } from '../../records/held-roles.ts'
import { Refused } from '../../records/refused.ts'
import { jsonAnswer, NO_CONTENT } from '../answer.ts'
import { badRequest } from '../bad-request.ts'
import { objectOf, readJson } from '../body.ts'
import type { Call } from '../exchange.ts'
import { checkParameters } from '../parameters.ts'
import type { Resources } from '../resources.ts'
import { linkAnswer } from './link-answer.ts'
import { ownAccount } from './own-account.ts'
import { from, textsOf } from './reading.ts'
import { signInAnswer } from './session-answer.ts'

const signInCall: Call = async (dependencies, exchange) => {
  const body = textsOf(objectOf(await readJson(exchange.request)), ['email', 'password'])
  return signInAnswer(dependencies, exchange, await signIn(dependencies, body, from(exchange), exchange.acting.now))
}

const signOutCall: Call = async (dependencies, exchange) => {
  await readJson(exchange.request)
  if (exchange.caller.viewing !== undefined && exchange.caller.session !== undefined)
    await stopViewing(dependencies, exchange.acting.now, exchange.caller.session.key, from(exchange))
  const { caller, acting } = exchange
  if (caller.session !== undefined)
    await signOut(dependencies, { ...acting, actor: askerOf(caller) }, caller.session.key, from(exchange))
  return {
    ...NO_CONTENT,
    headers: ['Set-Cookie', clearCookie(exchange.request, dependencies.publicUrl), 'Clear-Site-Data', '"storage"'],
  }
}

const meCall: Call = async (dependencies, exchange) => {
  const { running, query, caller, acting } = exchange
  checkParameters(query, [])
  const { access } = running.model
  const { actor } = acting
  const { person } = ownAccount(exchange).actor
  const { viewing } = caller
  const rights = rightsTag(caller)
  const held = await findHeldRoles(dependencies, acting)
  const sendsMail = postOf(dependencies) !== undefined
  const [account] = person === null ? [] : await dependencies.storage.reader.systemOf('account', person.id)
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
    ...(held.size === 0 ? {} : { held: [...held] }),
    ...(rights === undefined ? {} : { rights }),
    signUp: access.signUp.kind,
    ...(needsApproval(running.model) ? { signUpApproved: true } : {}),
    signIn: usableWays(running.model, dependencies.providers).filter(({ kind }) => kind !== 'link' || sendsMail),
    revision: running.revision,
    sendsMail,
    ...(account === undefined || hashOf(account) !== undefined ? {} : { withoutPassword: true }),
    ...(caller.enrolling === undefined ? {} : { secondFactorNeeded: true }),
    ...(viewing === undefined ? {} : { viewing: { by: String(viewing.by.person?.['name'] ?? ''), as: viewing.as } }),
  }
  return jsonAnswer(200, body)
}

const sessionsCall: Call = async (dependencies, { acting, caller, query }) => {
  checkParameters(query, [])
  return jsonAnswer(200, { items: await listSessions(dependencies, acting, caller.session?.key ?? '') })
}

const signOutElsewhereCall: Call = async (dependencies, exchange) => {
  await readJson(exchange.request)
  await signOutElsewhere(dependencies, exchange.acting, exchange.caller.session?.key, from(exchange))
  return NO_CONTENT
}

function endSessionCall(id: string): Call {
  return async (dependencies, exchange) => {
    await readJson(exchange.request)
    if (!(await endListedSession(dependencies, exchange.acting, id, from(exchange))))
      throw new Refused(refusal(exchange.running.model, 'not_found'))
    return NO_CONTENT
  }
}

/** `email`: the link is sent there too. The answer tells nothing about whether somebody has this address. */
const inviteCall: Call = async (dependencies, exchange) => {
  const { roles, person, email, ...others } = objectOf(await readJson(exchange.request))
  const isReadable =
    Array.isArray(roles) &&
    roles.every((role): role is string => typeof role === 'string') &&
    (person === undefined || typeof person === 'string') &&
    (email === undefined || typeof email === 'string')
  if (!isReadable || Object.keys(others).length > 0)
    throw badRequest('malformed', 'An invitation is { "roles": ["Agent"], "email": "ann@example.com" }.')
  return linkAnswer(dependencies, await invite(dependencies, exchange.acting, { roles, person, email }))
}

export const SIGN_IN_RESOURCES: Resources = {
  'auth/sign-in': { signsIn: true, leadsIn: true, calls: { POST: signInCall } },
  'auth/sign-out': { enrolling: true, whileViewing: ['POST'], calls: { POST: signOutCall } },
  'auth/me': { leadsIn: true, enrolling: true, calls: { GET: meCall } },
  'auth/sessions': { signedIn: true, calls: { GET: sessionsCall, DELETE: signOutElsewhereCall } },
  'auth/sessions/:id': (id) => ({ signedIn: true, calls: { DELETE: endSessionCall(id) } }),
  'auth/invitations': { signedIn: true, calls: { POST: inviteCall } },
}
