// Runs the handler of a request once route, caller, second factor, token, CSRF and administrator are checked.
import { readHops } from './webhook-hops.ts'
import type { IncomingMessage } from 'node:http'
import { makeRefusal } from '#shared/decisions/8-errors.ts'
import type { Caller } from '../../auth/caller.ts'
import { NOBODY, signedInActor } from '../../auth/caller.ts'
import { secondFactorNeeded } from '../../auth/second-factor/second-factor-requirement.ts'
import { tokenRefused } from '../../auth/tokens/token-refused.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { ReadUsage } from '../../records/records-dependencies.ts'
import { requireHttps } from '../accounts/require-https.ts'
import { managesAccounts } from '../accounts/token-restrictions.ts'
import { NO_QUERY, readQuery, readPathSegments } from './request-url.ts'
import type { ApiResponse } from '../response/response.ts'
import type { ApiDependencies, RequestContext } from './request-context.ts'
import { answersCors } from '../calls/cors.ts'
import { mayKnowNames } from '../records/may-know-names.ts'
import type { RouteGates } from '../routes/route.ts'
import { readInput } from './read-input.ts'
import { refuseForeignOrigin } from './csrf.ts'
import { Refused, refused, requireAdministrator } from '../../policy/refused.ts'

export interface ApiRequest {
  readonly request: IncomingMessage
  readonly method: string
  /** With its parameters: "/api/tickets?limit=5". */
  readonly url: string
  readonly requestId: string
  /** Address of the client that sent the request. */
  readonly address: string | undefined
  /** RFC 3339. */
  readonly now: string
  readonly running: RunningDocument
  readonly spent?: ReadUsage
}

/** `identifyCaller` says who asks, and throws where they ask too much or show what is no good; a public route asks nobody. */
export async function runHandler(
  dependencies: ApiDependencies,
  asked: ApiRequest,
  identifyCaller: (gates: RouteGates) => Promise<Caller>,
): Promise<ApiResponse> {
  const { request, url, running, now, requestId, address, spent } = asked
  const at = url.indexOf('?')
  const path = readPathSegments(at < 0 ? url : url.slice(0, at))
  const method = asked.method === 'HEAD' ? 'GET' : asked.method
  const match = path === undefined ? undefined : dependencies.matchRoute(running, path, method)
  if (path === undefined || match === undefined) throw new Refused(makeRefusal(running.model, 'not_found'))
  const { route } = match
  // Where the document has a call, other methods are refused openly: the preflight of a browser shows no token.
  const isOpenPath = route === undefined && match.callMethods.length > 0
  const gates = isOpenPath ? {} : match.gates
  const caller = gates.isPublic === true ? NOBODY : await identifyCaller(gates)
  passGates(running, gates, caller, { path, method })
  if (route === undefined && gates.isConcealed === true) throw new Refused(makeRefusal(running.model, 'not_found'))
  if (route === undefined) {
    const isConcealed = isOpenPath && isConcealedFrom(running, match.gates, caller, { path, method })
    return methodNotAllowed(isConcealed ? match.callMethods : match.methods, method)
  }
  if (route.signsIn === true && method !== 'GET') requireHttps(running.model, request, dependencies.publicUrl)
  // Where the document lets pages of another origin call, a cookie is good for nothing there.
  const isOpen = match.callMethods.includes(method) && !caller.byCookie && answersCors(running, request.headers.origin)
  if (method !== 'GET' && !isOpen && request.headers.authorization === undefined)
    refuseForeignOrigin(request, dependencies.publicUrl, caller.byCookie)
  const { actor } = caller
  if (actor.person === null && route.asksToSignIn?.({ running, actor }) === true)
    throw new Refused(makeRefusal(running.model, 'not_signed_in'))
  if (route.offeredTo === 'administrators') requireAdministratorFor(route, running, caller)
  const query = at < 0 ? NO_QUERY : readQuery(url.slice(at + 1))
  const limits = { ...dependencies.timeLimits, ...route.time }
  if (route.time?.body !== undefined) dependencies.bodyDeadlines.extend(request, limits.body)
  const input = await readInput(request, route, query, { parameters: match.parameters, milliseconds: limits.body })
  const hops = readHops(request.headers)
  const actorContext = { actor, now, session: caller.session?.key, byToken: caller.byToken, address, spent, hops }
  const context: RequestContext = { request, method, path, query, requestId, address, running, caller, actorContext }
  const answer = await dependencies.withinTime(limits.response, () => route.handle(dependencies, context, input))
  return answer.stream === undefined ? answer : { ...answer, streamLimit: limits.response }
}

function passGates(
  running: RunningDocument,
  gates: RouteGates,
  caller: Caller,
  { path, method }: { readonly path: readonly string[]; readonly method: string },
): void {
  if (caller.enrolling !== undefined && gates.allowsEnrolment !== true)
    throw new Refused(secondFactorNeeded(caller.enrolling.cites))
  if (caller.byToken === true && managesAccounts(path)) throw new Refused(tokenRefused())
  if (caller.hasNoneOfRoles === true && gates.requiresRole === true) throw refused('token_without_roles')
  if (gates.requiresSession === true && caller.actor.person === null && caller.enrolling === undefined)
    throw new Refused(makeRefusal(running.model, 'not_signed_in'))
  if (caller.viewing !== undefined && method !== 'GET' && gates.allowedWhileViewing !== true) throw refused('view_only')
  // What there is and what there is not are refused alike.
  if (isConcealedFrom(running, gates, caller, { path, method }))
    throw new Refused(makeRefusal(running.model, caller.actor.person === null ? 'not_signed_in' : 'not_found'))
}

/** Before the query and the body are looked at: what is wrong with them is not for others. */
function requireAdministratorFor(gates: RouteGates, { model }: RunningDocument, caller: Caller): void {
  const actor = gates.allowedWhileViewing === true ? signedInActor(caller) : caller.actor
  if (actor.person === null) throw new Refused(makeRefusal(model, 'not_signed_in'))
  requireAdministrator(model, actor)
}

function isConcealedFrom(
  running: RunningDocument,
  { concealedUnder }: RouteGates,
  { actor }: Caller,
  { path, method }: { readonly path: readonly string[]; readonly method: string },
): boolean {
  if (concealedUnder === undefined) return false
  return !mayKnowNames(running, concealedUnder, actor, path.length === 2 && method === 'POST')
}

function methodNotAllowed(known: readonly string[], method: string): ApiResponse {
  const methods = known.flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each]))
  const allow = [...methods, 'OPTIONS']
  if (method === 'OPTIONS') return { status: 204, headers: ['Allow', allow.join(', ')] }
  throw refused('method_not_allowed', { method, methods: methods.join(', ') }, { allow })
}
