// The password: changed, asked for anew, set by a link; and signing in by a link in place of it.
import { changePassword } from '../../auth/passwords/change-password.ts'
import { askForLink } from '../../auth/links/ask-for-link.ts'
import { makeResetLink, resetPassword } from '../../auth/links/reset-password.ts'
import { signInWithLink } from '../../auth/links/sign-in-with-link.ts'
import { jsonAnswer, NO_CONTENT } from '../answer.ts'
import { objectOf, readJson } from '../body.ts'
import type { Call } from '../exchange.ts'
import type { Resources } from '../resources.ts'
import { linkAnswer } from './link-answer.ts'
import { from, textsOf } from './reading.ts'
import { signInAnswer } from './session-answer.ts'

const changeCall: Call = async (dependencies, exchange) => {
  const body = textsOf(objectOf(await readJson(exchange.request)), ['current', 'password'])
  await changePassword(dependencies, exchange.acting, body, exchange.caller.session?.key, from(exchange))
  return NO_CONTENT
}

/** The same answer whether or not there is such an account; what can be known comes by mail. */
function askCall(kind: 'password reset' | 'sign-in'): Call {
  return async (dependencies, exchange) => {
    const { email } = textsOf(objectOf(await readJson(exchange.request)), ['email'])
    await askForLink(dependencies, kind, email, from(exchange), exchange.acting.now)
    const sentence = 'If there is an account with this address, a letter is on its way.'
    return jsonAnswer(202, { message: sentence })
  }
}

const resetCall: Call = async (dependencies, exchange) => {
  const body = textsOf(objectOf(await readJson(exchange.request)), ['link', 'password'])
  await resetPassword(dependencies, body, from(exchange), exchange.acting.now)
  return NO_CONTENT
}

const makeLinkCall: Call = async (dependencies, exchange) => {
  const { acting, caller } = exchange
  const { person } = textsOf(objectOf(await readJson(exchange.request)), ['person'])
  return linkAnswer(dependencies, await makeResetLink(dependencies, acting, person, caller.session?.key))
}

const useLinkCall: Call = async (dependencies, exchange) => {
  const { link } = textsOf(objectOf(await readJson(exchange.request)), ['link'])
  return signInAnswer(
    dependencies,
    exchange,
    await signInWithLink(dependencies, link, from(exchange), exchange.acting.now),
  )
}

export const PASSWORD_RESOURCES: Resources = {
  'auth/password': { signedIn: true, calls: { POST: changeCall } },
  'auth/password/forgot': { leadsIn: true, calls: { POST: askCall('password reset') } },
  'auth/password/reset': { leadsIn: true, calls: { POST: resetCall } },
  'auth/password/links': { signedIn: true, calls: { POST: makeLinkCall } },
  'auth/links': { leadsIn: true, calls: { POST: askCall('sign-in') } },
  'auth/links/sign-in': { signsIn: true, leadsIn: true, calls: { POST: useLinkCall } },
}
