// Creates the response to a sign-in: the token in a cookie for browsers, in the body for programs.
import type { SignInOutcome } from '../../auth/methods/complete-sign-in.ts'
import { setCookie } from '../../auth/sessions/cookies.ts'
import type { SessionStart } from '../../auth/sessions/sessions.ts'
import type { ApiResponse } from '../response/response.ts'
import { jsonResponse } from '../response/response.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'

/** The browser gets a cookie; a program takes the token from the body. */
export function sessionResponse(
  { publicUrl }: ApiDependencies,
  { request }: RequestContext,
  status: number,
  start: SessionStart & { readonly person: string },
  more: object = {},
): ApiResponse {
  const { secret, seconds, person } = start
  // To a page of ours the token would be of no use but to be stolen. Older browsers name only the origin of a page.
  const isPage = request.headers['sec-fetch-site'] !== undefined || request.headers.origin !== undefined
  const body = { ...more, person, expires_in: seconds, ...(isPage ? {} : { token: secret }) }
  return jsonResponse(status, body, ['Set-Cookie', setCookie(request, publicUrl, secret, seconds)])
}

/** After the first step: a session, or what the second step needs (200 without a cookie). */
export function signInResponse(
  dependencies: ApiDependencies,
  context: RequestContext,
  outcome: SignInOutcome,
): ApiResponse {
  if ('session' in outcome) return sessionResponse(dependencies, context, 200, outcome.session)
  const { methods, challenge, seconds } = outcome.secondFactor
  return jsonResponse(200, { second_factor: methods, challenge, expires_in: seconds })
}
