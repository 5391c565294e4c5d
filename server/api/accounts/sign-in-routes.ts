// Declares the routes of signing in and out, a person's own sessions, and invitations.
import { LINK, SESSION, SESSIONS_ANSWER, SIGNED_IN } from './account-answers.ts'
import { signedInActor } from '../../auth/caller.ts'
import { clearCookie } from '../../auth/sessions/cookies.ts'
import { invite } from '../../auth/sign-up/invitations.ts'
import { endListedSession, listSessions, signOut, signOutElsewhere } from '../../auth/sessions/sessions.ts'
import { stopViewing } from '../../auth/viewing/view-as.ts'
import { signInWithPassword } from '../../auth/methods/password/sign-in.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import { PASSWORD, emailAddress, list, object, text } from '../routes/body-schema.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute } from '../routes/route.ts'
import { clientInfoOf } from './client-info-of.ts'
import { describeSession } from './describe-session.ts'
import { linkResponse } from './link-response.ts'
import { signInResponse } from './session-response.ts'
import { refused } from '../../policy/refused.ts'

const SIGN_IN = defineRoute({
  method: 'POST',
  path: '/auth/sign-in',
  id: 'sign_in',
  response: { schema: SIGNED_IN },
  summary: 'Sign in',
  status: 200,
  signsIn: true,
  isForSignIn: true,
  body: object({ email: emailAddress(), password: PASSWORD }),
  handle: async (dependencies, context, { body }) => {
    const outcome = await signInWithPassword(dependencies, body, clientInfoOf(context), context.actorContext.now)
    return signInResponse(dependencies, context, outcome)
  },
})

const SIGN_OUT = defineRoute({
  method: 'POST',
  path: '/auth/sign-out',
  id: 'sign_out',
  summary: 'Sign out',
  status: 204,
  offeredTo: 'people',
  allowsEnrolment: true,
  allowedWhileViewing: true,
  handle: async (dependencies, context) => {
    const { caller, actorContext, request } = context
    const client = clientInfoOf(context)
    if (caller.session !== undefined) {
      const { key } = caller.session
      if (caller.viewing !== undefined) await stopViewing(dependencies, actorContext.now, key, client)
      const actor = signedInActor(caller)
      await signOut(dependencies, { ...actorContext, actor }, key, client)
      await dependencies.trials?.end(actor.person?.id ?? '', 'signed out')
    }
    return {
      ...NO_CONTENT,
      headers: ['Set-Cookie', clearCookie(request, dependencies.publicUrl), 'Clear-Site-Data', '"storage"'],
    }
  },
})

const ME = defineRoute({
  method: 'GET',
  path: '/auth/me',
  id: 'me',
  response: { schema: SESSION },
  summary: 'Who is signed in',
  status: 200,
  isForSignIn: true,
  allowsEnrolment: true,
  handle: async (dependencies, context) => jsonResponse(200, await describeSession(dependencies, context)),
})

const SESSIONS = defineRoute({
  method: 'GET',
  path: '/auth/sessions',
  id: 'sessions',
  response: { schema: SESSIONS_ANSWER },
  summary: 'Your sessions',
  status: 200,
  requiresSession: true,
  handle: async (dependencies, { actorContext, caller }) =>
    jsonResponse(200, { items: await listSessions(dependencies, actorContext, caller.session?.key ?? '') }),
})

const SIGN_OUT_ELSEWHERE = defineRoute({
  method: 'DELETE',
  path: '/auth/sessions',
  id: 'sign_out_elsewhere',
  status: 204,
  summary: 'End all your sessions but this one',
  requiresSession: true,
  handle: async (dependencies, context) => {
    await signOutElsewhere(dependencies, context.actorContext, context.caller.session?.key, clientInfoOf(context))
    return NO_CONTENT
  },
})

const END_SESSION = defineRoute({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  id: 'end_session',
  summary: 'End a session',
  status: 204,
  requiresSession: true,
  handle: async (dependencies, context, { parameters: { id } }) => {
    if (!(await endListedSession(dependencies, context.actorContext, id, clientInfoOf(context))))
      throw refused('not_found')
    return NO_CONTENT
  },
})

const INVITE = defineRoute({
  method: 'POST',
  path: '/auth/invitations',
  id: 'invite',
  response: { schema: LINK },
  summary: 'Invite somebody',
  status: 201,
  requiresSession: true,
  body: object(
    { roles: list(text()) },
    {
      person: text({ description: 'A person who is recorded already and has no account.' }),
      email: emailAddress({ description: 'Where the link is sent, beside being shown.' }),
    },
  ),
  handle: async (dependencies, { actorContext }, { body }) =>
    linkResponse(dependencies, await invite(dependencies, actorContext, body)),
})

export const SIGN_IN_ROUTES: readonly ApiRoute[] = [
  ...[SIGN_IN, SIGN_OUT, ME],
  ...[SESSIONS, SIGN_OUT_ELSEWHERE, END_SESSION, INVITE],
]
