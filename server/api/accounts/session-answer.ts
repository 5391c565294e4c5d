// The answer to whoever has signed in: the session's token, as a cookie for a browser, in the body for a program.
import type { SignInOutcome } from '../../auth/complete-sign-in.ts'
import { setCookie } from '../../auth/credentials.ts'
import type { SessionStart } from '../../auth/sessions.ts'
import type { Answer } from '../answer.ts'
import { jsonAnswer } from '../answer.ts'
import type { ApiDependencies, Exchange } from '../exchange.ts'

/** The browser gets a cookie; a program takes the token from the body. */
export function sessionAnswer(
  { publicUrl }: ApiDependencies,
  { request }: Exchange,
  status: number,
  start: SessionStart & { readonly person: string },
  more: object = {},
): Answer {
  const { secret, seconds, person } = start
  // To a page of ours the token would be of no use but to be stolen. Older browsers say where a page comes from by its origin alone.
  const isPage = request.headers['sec-fetch-site'] !== undefined || request.headers.origin !== undefined
  const body = { ...more, person, expires_in: seconds, ...(isPage ? {} : { token: secret }) }
  return jsonAnswer(status, body, ['Set-Cookie', setCookie(request, publicUrl, secret, seconds)])
}

/** After the first step: a session, or what the second step needs (200 without a cookie). */
export function signInAnswer(dependencies: ApiDependencies, exchange: Exchange, outcome: SignInOutcome): Answer {
  if ('session' in outcome) return sessionAnswer(dependencies, exchange, 200, outcome.session)
  const { ways, challenge, seconds } = outcome.secondFactor
  return jsonAnswer(200, { second_factor: ways, challenge, expires_in: seconds })
}
