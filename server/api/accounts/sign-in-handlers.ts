// Handles the routes of signing in and out, a person's own sessions, and invitations.
import type { SessionBody } from '#shared/protocol/session.ts'
import { makeRefusal } from '#shared/decisions/8-errors.ts'
import { hashOf } from '../../auth/account.ts'
import { signedInActor } from '../../auth/caller.ts'
import { clearCookie } from '../../auth/cookies.ts'
import { needsApproval } from '../../auth/sign-up/applicant.ts'
import { invite } from '../../auth/sign-up/invitations.ts'
import { endListedSession, listSessions, signOut, signOutElsewhere } from '../../auth/sessions.ts'
import { stopViewing } from '../../auth/viewing/view-as.ts'
import { mailSenderOf } from '../../auth/mail/mail-sender.ts'
import { usableSignInMethods } from '../../auth/methods/provider/provider.ts'
import { policyTag } from '../../auth/policy-tag.ts'
import { signInWithPassword } from '../../auth/methods/password/sign-in.ts'
import { findHeldRoles } from '../../records/held-roles.ts'
import { Refused } from '../../policy/refused.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import { badRequest } from '../request/bad-request.ts'
import { readObject, readJson } from '../request/json-body.ts'
import type { Handler } from '../request/request-context.ts'
import { checkParameters } from '../request/query-parameters.ts'
import type { RouteTable } from '../route-table.ts'
import { linkResponse } from './link-response.ts'
import { ownAccount } from './own-account.ts'
import { clientInfoOf, readTexts } from './read-account-request.ts'
import { signInResponse } from './session-response.ts'

const signInHandler: Handler = async (dependencies, context) => {
  const body = readTexts(readObject(await readJson(context.request)), ['email', 'password'])
  return signInResponse(
    dependencies,
    context,
    await signInWithPassword(dependencies, body, clientInfoOf(context), context.actorContext.now),
  )
}

const signOutHandler: Handler = async (dependencies, context) => {
  await readJson(context.request)
  if (context.caller.viewing !== undefined && context.caller.session !== undefined)
    await stopViewing(dependencies, context.actorContext.now, context.caller.session.key, clientInfoOf(context))
  const { caller, actorContext } = context
  if (caller.session !== undefined)
    await signOut(
      dependencies,
      { ...actorContext, actor: signedInActor(caller) },
      caller.session.key,
      clientInfoOf(context),
    )
  return {
    ...NO_CONTENT,
    headers: ['Set-Cookie', clearCookie(context.request, dependencies.publicUrl), 'Clear-Site-Data', '"storage"'],
  }
}

const meHandler: Handler = async (dependencies, context) => {
  const { running, query, caller, actorContext } = context
  checkParameters(query, [])
  const { accountPolicy } = running.model
  const { actor } = actorContext
  const { person } = ownAccount(context).actor
  const { viewing } = caller
  const policy = policyTag(caller)
  const held = await findHeldRoles(dependencies, actorContext)
  const sendsMail = mailSenderOf(dependencies) !== undefined
  const [account] = person === null ? [] : await dependencies.storage.database.systemOf('account', person.id)
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
    ...(policy === undefined ? {} : { policy }),
    signUp: accountPolicy.signUp.kind,
    ...(needsApproval(running.model) ? { signUpApproved: true } : {}),
    signIn: usableSignInMethods(running.model, dependencies.providers).filter(
      ({ kind }) => kind !== 'link' || sendsMail,
    ),
    ...(person === null && dependencies.sample !== undefined ? { sample: dependencies.sample } : {}),
    revision: running.revision,
    sendsMail,
    ...(account === undefined || hashOf(account) !== undefined ? {} : { withoutPassword: true }),
    ...(caller.enrolling === undefined ? {} : { secondFactorNeeded: true }),
    ...(viewing === undefined ? {} : { viewing: { by: String(viewing.by.person?.['name'] ?? ''), as: viewing.as } }),
  }
  return jsonResponse(200, body)
}

const sessionsHandler: Handler = async (dependencies, { actorContext, caller, query }) => {
  checkParameters(query, [])
  return jsonResponse(200, { items: await listSessions(dependencies, actorContext, caller.session?.key ?? '') })
}

const signOutElsewhereHandler: Handler = async (dependencies, context) => {
  await readJson(context.request)
  await signOutElsewhere(dependencies, context.actorContext, context.caller.session?.key, clientInfoOf(context))
  return NO_CONTENT
}

function endSessionHandler(id: string): Handler {
  return async (dependencies, context) => {
    await readJson(context.request)
    if (!(await endListedSession(dependencies, context.actorContext, id, clientInfoOf(context))))
      throw new Refused(makeRefusal(context.running.model, 'not_found'))
    return NO_CONTENT
  }
}

/** `email`: the link is sent there too. The answer tells nothing about whether somebody has this address. */
const inviteHandler: Handler = async (dependencies, context) => {
  const { roles, person, email, ...others } = readObject(await readJson(context.request))
  const isReadable =
    Array.isArray(roles) &&
    roles.every((role): role is string => typeof role === 'string') &&
    (person === undefined || typeof person === 'string') &&
    (email === undefined || typeof email === 'string')
  if (!isReadable || Object.keys(others).length > 0)
    throw badRequest('malformed', 'An invitation is { "roles": ["Agent"], "email": "ann@example.com" }.')
  return linkResponse(dependencies, await invite(dependencies, context.actorContext, { roles, person, email }))
}

export const SIGN_IN_ROUTES: RouteTable = {
  'auth/sign-in': { signsIn: true, isForSignIn: true, handlers: { POST: signInHandler } },
  'auth/sign-out': { allowsEnrolment: true, methodsWhileViewing: ['POST'], handlers: { POST: signOutHandler } },
  'auth/me': { isForSignIn: true, allowsEnrolment: true, handlers: { GET: meHandler } },
  'auth/sessions': { requiresSession: true, handlers: { GET: sessionsHandler, DELETE: signOutElsewhereHandler } },
  'auth/sessions/:id': (id) => ({ requiresSession: true, handlers: { DELETE: endSessionHandler(id) } }),
  'auth/invitations': { requiresSession: true, handlers: { POST: inviteHandler } },
}
