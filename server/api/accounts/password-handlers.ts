// Handles the routes of passwords: change, forgot, reset, and signing in with a link.
import { changePassword } from '../../auth/methods/password/manage.ts'
import { requestLink } from '../../auth/methods/link/request-link.ts'
import { createResetLink, resetPassword } from '../../auth/methods/password/reset-password.ts'
import { signInWithLink } from '../../auth/methods/link/sign-in.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import { readObject, readJson } from '../request/json-body.ts'
import type { Handler } from '../request/request-context.ts'
import type { RouteTable } from '../route-table.ts'
import { linkResponse } from './link-response.ts'
import { clientInfoOf, readTexts } from './read-account-request.ts'
import { signInResponse } from './session-response.ts'

const changeHandler: Handler = async (dependencies, context) => {
  const body = readTexts(readObject(await readJson(context.request)), ['current', 'password'])
  await changePassword(dependencies, context.actorContext, body, context.caller.session?.key, clientInfoOf(context))
  return NO_CONTENT
}

/** The same answer whether or not there is such an account; what can be known comes by mail. */
function requestLinkHandler(kind: 'password reset' | 'sign-in'): Handler {
  return async (dependencies, context) => {
    const { email } = readTexts(readObject(await readJson(context.request)), ['email'])
    await requestLink(dependencies, kind, email, clientInfoOf(context), context.actorContext.now)
    const sentence = 'If there is an account with this address, a message is on its way.'
    return jsonResponse(202, { message: sentence })
  }
}

const resetHandler: Handler = async (dependencies, context) => {
  const body = readTexts(readObject(await readJson(context.request)), ['link', 'password'])
  await resetPassword(dependencies, body, clientInfoOf(context), context.actorContext.now)
  return NO_CONTENT
}

const createLinkHandler: Handler = async (dependencies, context) => {
  const { actorContext, caller } = context
  const { person } = readTexts(readObject(await readJson(context.request)), ['person'])
  return linkResponse(dependencies, await createResetLink(dependencies, actorContext, person, caller.session?.key))
}

const signInWithLinkHandler: Handler = async (dependencies, context) => {
  const { link } = readTexts(readObject(await readJson(context.request)), ['link'])
  return signInResponse(
    dependencies,
    context,
    await signInWithLink(dependencies, link, clientInfoOf(context), context.actorContext.now),
  )
}

export const PASSWORD_ROUTES: RouteTable = {
  'auth/password': { requiresSession: true, handlers: { POST: changeHandler } },
  'auth/password/forgot': { isForSignIn: true, handlers: { POST: requestLinkHandler('password reset') } },
  'auth/password/reset': { isForSignIn: true, handlers: { POST: resetHandler } },
  'auth/password/links': { requiresSession: true, handlers: { POST: createLinkHandler } },
  'auth/links': { isForSignIn: true, handlers: { POST: requestLinkHandler('sign-in') } },
  'auth/links/sign-in': { signsIn: true, isForSignIn: true, handlers: { POST: signInWithLinkHandler } },
}
