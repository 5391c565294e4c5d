// Runs the handler of a request after the checks of route, caller, second factor, token and CSRF.
import type { IncomingMessage } from 'node:http'
import { makeRefusal } from '#shared/decisions/8-errors.ts'
import type { Caller } from '../../auth/caller.ts'
import { NOBODY } from '../../auth/caller.ts'
import { secondFactorNeeded } from '../../auth/methods/code/second-factor-requirement.ts'
import { tokenRefused } from '../../auth/tokens/token-refused.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { ReadUsage } from '../../records/records-dependencies.ts'
import { Refused } from '../../policy/refused.ts'
import { requireHttps } from '../accounts/require-https.ts'
import { managesAccounts } from '../accounts/token-restrictions.ts'
import { NO_QUERY, readQuery, readPathSegments } from './request-url.ts'
import type { ApiResponse } from '../response/response.ts'
import { badRequest } from './bad-request.ts'
import type { ApiDependencies, RequestContext, ApiRoute } from './request-context.ts'
import { answersCors } from '../calls/cors.ts'
import { mayKnowNames } from '../records/record-routes.ts'
import { refuseForeignOrigin } from './csrf.ts'

export interface ApiRequest {
  readonly request: IncomingMessage
  readonly method: string
  /** With its parameters: "/api/tickets?limit=5". */
  readonly url: string
  readonly requestId: string
  /** Where it comes from. */
  readonly address: string | undefined
  /** RFC 3339. */
  readonly now: string
  readonly running: RunningDocument
  readonly spent?: ReadUsage
}

/** `identifyCaller` says who asks, and throws where that one asks too much or shows what is no good; resources that are open to all ask nobody. */
export async function runHandler(
  dependencies: ApiDependencies,
  { request, url, running, now, requestId, address, spent, ...asked }: ApiRequest,
  identifyCaller: (route: ApiRoute) => Promise<Caller>,
): Promise<ApiResponse> {
  const at = url.indexOf('?')
  const path = readPathSegments(at < 0 ? url : url.slice(0, at))
  const method = asked.method === 'HEAD' ? 'GET' : asked.method
  const route = path === undefined ? undefined : dependencies.routeAt(running, path)
  if (path === undefined || route === undefined) throw new Refused(makeRefusal(running.model, 'not_found'))
  const caller = route.isPublic === true ? NOBODY : await identifyCaller(route)
  if (caller.enrolling !== undefined && route.allowsEnrolment !== true)
    throw new Refused(secondFactorNeeded(caller.enrolling.cites))
  if (caller.byToken === true && managesAccounts(path)) throw new Refused(tokenRefused())
  if (route.requiresSession === true && caller.actor.person === null && caller.enrolling === undefined)
    throw new Refused(makeRefusal(running.model, 'not_signed_in'))
  if (caller.viewing !== undefined && method !== 'GET' && route.methodsWhileViewing?.includes(method) !== true)
    throw viewOnlyRefusal()
  const own = route.calls !== undefined && Object.hasOwn(route.calls, method) ? route.calls[method] : undefined
  const handler = own ?? (Object.hasOwn(route.handlers, method) ? route.handlers[method] : undefined)
  // What there is and what there is not are refused alike.
  if (
    own === undefined &&
    route.concealedUnder !== undefined &&
    !mayKnowNames(running, route.concealedUnder, caller.actor, path.length === 2 && method === 'POST')
  )
    throw new Refused(makeRefusal(running.model, caller.actor.person === null ? 'not_signed_in' : 'not_found'))
  if (handler === undefined && route.isConcealed === true) throw new Refused(makeRefusal(running.model, 'not_found'))
  if (handler === undefined) return methodNotAllowed(route, method)
  if (route.signsIn === true && method !== 'GET') requireHttps(running.model, request, dependencies.publicUrl)
  // Where the document lets pages of another origin call, a cookie is good for nothing there.
  const isOpen = own !== undefined && !caller.byCookie && answersCors(running, request.headers.origin)
  if (method !== 'GET' && !isOpen && request.headers.authorization === undefined)
    refuseForeignOrigin(request, dependencies.publicUrl, caller.byCookie)
  const query = at < 0 ? NO_QUERY : readQuery(url.slice(at + 1))
  const { actor } = caller
  const actorContext = { actor, now, session: caller.session?.key, byToken: caller.byToken, address, spent }
  const context: RequestContext = { request, method, path, query, requestId, address, running, caller, actorContext }
  return handler(dependencies, context)
}

function viewOnlyRefusal(): Refused {
  const message = 'While you view as somebody else, nothing can be changed. Stop viewing first.'
  return badRequest('view_only', message, { status: 403 })
}

function methodNotAllowed(route: ApiRoute, method: string): ApiResponse {
  const known = new Set([...Object.keys(route.handlers), ...Object.keys(route.calls ?? {})])
  const methods = [...known].flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each]))
  const allow = [...methods, 'OPTIONS']
  if (method === 'OPTIONS') return { status: 204, headers: ['Allow', allow.join(', ')] }
  throw badRequest('method_not_allowed', `${method} can't be done here; ${methods.join(', ')} can.`, {
    status: 405,
    allow,
  })
}
