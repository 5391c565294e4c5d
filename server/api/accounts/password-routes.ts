// Declares the routes of passwords: change, forgot, reset, and signing in with a link.
import { LINK, MESSAGE, SIGNED_IN } from './account-answers.ts'
import { languageOf } from '#shared/text/language.ts'
import { changePassword } from '../../auth/methods/password/manage.ts'
import { requestLink } from '../../auth/methods/link/request-link.ts'
import { createResetLink, resetPassword } from '../../auth/methods/password/reset-password.ts'
import { signInWithLink } from '../../auth/methods/link/sign-in.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'
import type { ApiResponse } from '../response/response.ts'
import { PASSWORD, emailAddress, object, text } from '../routes/body-schema.ts'
import type { ApiRoute } from '../routes/route.ts'
import { defineRoute, offersMethod } from '../routes/route.ts'
import { clientInfoOf } from './client-info-of.ts'
import { linkResponse } from './link-response.ts'
import { signInResponse } from './session-response.ts'

const CHANGE = defineRoute({
  method: 'POST',
  path: '/auth/password',
  id: 'change_password',
  summary: 'Change your password',
  status: 204,
  requiresSession: true,
  body: object({ current: PASSWORD, password: PASSWORD }),
  handle: async (dependencies, context, { body }) => {
    await changePassword(dependencies, context.actorContext, body, context.caller.session?.key, clientInfoOf(context))
    return NO_CONTENT
  },
})

const FORGOT = defineRoute({
  method: 'POST',
  path: '/auth/password/forgot',
  id: 'forgot_password',
  response: { schema: MESSAGE },
  status: 202,
  summary: 'Ask for a link for a new password',
  isForSignIn: true,
  isOffered: offersMethod('password'),
  body: object({ email: emailAddress() }),
  handle: (dependencies, context, { body }) => sendLink(dependencies, context, 'password reset', body.email),
})

const RESET = defineRoute({
  method: 'POST',
  path: '/auth/password/reset',
  id: 'reset_password',
  status: 204,
  summary: 'Choose a new password by a link',
  isForSignIn: true,
  isOffered: offersMethod('password'),
  body: object({ link: text(), password: PASSWORD }),
  handle: async (dependencies, context, { body }) => {
    await resetPassword(dependencies, body, clientInfoOf(context), context.actorContext.now)
    return NO_CONTENT
  },
})

const CREATE_LINK = defineRoute({
  method: 'POST',
  path: '/auth/password/links',
  id: 'make_password_link',
  response: { schema: LINK },
  status: 201,
  summary: 'Make a link for a person’s new password',
  requiresSession: true,
  offeredTo: 'administrators',
  body: object({ person: text() }),
  handle: async (dependencies, { actorContext, caller }, { body: { person } }) =>
    linkResponse(dependencies, await createResetLink(dependencies, actorContext, person, caller.session?.key)),
})

const REQUEST_LINK = defineRoute({
  method: 'POST',
  path: '/auth/links',
  id: 'ask_for_link',
  response: { schema: MESSAGE },
  summary: 'Ask for a link to sign in',
  status: 202,
  isForSignIn: true,
  isOffered: offersMethod('link'),
  body: object({ email: emailAddress() }),
  handle: (dependencies, context, { body }) => sendLink(dependencies, context, 'sign-in', body.email),
})

const SIGN_IN = defineRoute({
  method: 'POST',
  path: '/auth/links/sign-in',
  id: 'sign_in_by_link',
  response: { schema: SIGNED_IN },
  summary: 'Sign in by a link',
  status: 200,
  signsIn: true,
  isForSignIn: true,
  isOffered: offersMethod('link'),
  body: object({ link: text() }),
  handle: async (dependencies, context, { body: { link } }) => {
    const { now } = context.actorContext
    const outcome = await signInWithLink(dependencies, link, clientInfoOf(context), now)
    return signInResponse(dependencies, context, outcome)
  },
})

export const PASSWORD_ROUTES: readonly ApiRoute[] = [CHANGE, FORGOT, RESET, CREATE_LINK, REQUEST_LINK, SIGN_IN]

/** Sends a link by email, and answers the same whether or not the account exists; only the email reveals more. */
async function sendLink(
  dependencies: ApiDependencies,
  context: RequestContext,
  kind: 'password reset' | 'sign-in',
  email: string,
): Promise<ApiResponse> {
  await requestLink(dependencies, kind, email, clientInfoOf(context), context.actorContext.now)
  return jsonResponse(202, { message: ON_ITS_WAY[languageOf(context.running.model.settings.language)] })
}

const ON_ITS_WAY = {
  en: 'If there is an account with this address, a message is on its way.',
  de: 'Wenn es zu dieser Adresse ein Konto gibt, ist eine Nachricht unterwegs.',
}
