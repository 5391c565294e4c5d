// Runs the handler of a request once route, caller, second factor, token, CSRF and administrator are checked.
import { keepOpen } from './keep-open.ts'
import { readHops } from './webhook-hops.ts'
import type { IncomingMessage } from 'node:http'
import type { Caller } from '../../auth/caller.ts'
import { NOBODY, signedInActor } from '../../auth/caller.ts'
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
import { canonicalAddress } from '../../web/canonical-address.ts'
import { JSON_TYPES } from './json-body.ts'
import { readInput } from './read-input.ts'
import type { RouteMatch } from '../routes/path-tree.ts'
import { refuseForeignOrigin } from './csrf.ts'
import { refuseForeignSite } from './foreign-site.ts'
import { refused, requireAdministrator } from '../../policy/refused.ts'

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
  const matched = matchRequest(dependencies, asked)
  const caller = matched.gates.isPublic === true ? NOBODY : await identifyCaller(matched.gates)
  return handleMatched(dependencies, asked, matched, caller)
}

export interface MatchedRequest {
  readonly match: RouteMatch
  readonly gates: RouteGates
  readonly path: readonly string[]
  readonly method: string
  /** The one address of what was asked for with slashes too many; absent where it was asked for by that. */
  readonly meant?: string | undefined
}

/** Finds the route of a request; throws 404 where there is none. */
export function matchRequest(dependencies: ApiDependencies, asked: ApiRequest): MatchedRequest {
  const method = asked.method === 'HEAD' ? 'GET' : asked.method
  const meant = method === 'GET' ? canonicalAddress(asked.url) : undefined
  const path = readPathSegments((meant ?? asked.url).split('?', 1)[0] ?? '')
  const match = path === undefined ? undefined : dependencies.matchRoute(asked.running, path, method)
  if (path === undefined || match === undefined) throw refused('not_found')
  return { match, gates: isOpenPath(match) ? {} : match.gates, path, method, meant }
}

/** Tells whether other methods are refused openly, as at a call of the document: the preflight of a browser shows no token. */
function isOpenPath({ route, callMethods }: RouteMatch): boolean {
  return route === undefined && callMethods.length > 0
}

/** Runs the checks that every request passes, then its handler. */
export async function handleMatched(
  dependencies: ApiDependencies,
  { request, url, running, now, requestId, address, spent }: ApiRequest,
  { match, gates, path, method, meant }: MatchedRequest,
  caller: Caller,
): Promise<ApiResponse> {
  const { route } = match
  if (isStrangeExpectation(request.headers.expect)) throw refused('expectation_failed')
  if (route?.refusesForeignSites === true) refuseForeignSite(request, dependencies)
  passGates(running, gates, caller, { path, method })
  if (route === undefined && (gates.isConcealed === true || meant !== undefined)) throw refused('not_found')
  if (route === undefined) {
    const isConcealed = isOpenPath(match) && isConcealedFrom(running, match.gates, caller, { path, method })
    return methodNotAllowed(isConcealed ? match.callMethods : match.methods, method)
  }
  if (route.signsIn === true && method !== 'GET') requireHttps(running.model, request, dependencies.publicUrl)
  // Where the document lets pages of another origin call, a cookie is good for nothing there.
  const isOpen = match.callMethods.includes(method) && !caller.byCookie && answersCors(running, request.headers.origin)
  if (method !== 'GET' && !isOpen && request.headers.authorization === undefined)
    refuseForeignOrigin(request, dependencies.publicUrl, caller.byCookie)
  const { actor } = caller
  if (actor.person === null && route.asksToSignIn?.({ running, actor }) === true) throw refused('not_signed_in')
  if (route.offeredTo === 'administrators') requireAdministratorFor(route, running, caller)
  if (meant !== undefined) return { status: 308, headers: ['Location', meant] }
  const at = url.indexOf('?')
  const query = at < 0 ? NO_QUERY : readQuery(url.slice(at + 1))
  const limits = { ...dependencies.timeLimits, ...route.time }
  if (route.time?.body !== undefined) dependencies.bodyDeadlines.extend(request, limits.body)
  const input = await readInput(request, route, query, { parameters: match.parameters, milliseconds: limits.body })
  const hops = readHops(request.headers)
  const actorContext = { actor, now, session: caller.session?.key, byToken: caller.byToken, address, spent, hops }
  const context: RequestContext = { request, method, path, query, requestId, address, running, caller, actorContext }
  const handle = () => dependencies.withinTime(limits.response, () => route.handle(dependencies, context, input))
  const answer = await (route.time === undefined ? handle() : keepOpen(request, limits.response, handle))
  return answer.stream === undefined ? answer : { ...answer, streamLimit: limits.response }
}

function isStrangeExpectation(expect: string | undefined): boolean {
  return expect !== undefined && expect.toLowerCase() !== '100-continue'
}

function passGates(
  running: RunningDocument,
  gates: RouteGates,
  caller: Caller,
  { path, method }: { readonly path: readonly string[]; readonly method: string },
): void {
  if (caller.enrolling !== undefined && gates.allowsEnrolment !== true)
    throw refused('second_factor_needed', {}, { cites: caller.enrolling.cites })
  if (caller.byToken === true && managesAccounts(path)) throw refused('not_by_token')
  if (caller.hasNoneOfRoles === true && gates.requiresRole === true) throw refused('token_without_roles')
  if (gates.requiresSession === true && caller.actor.person === null && caller.enrolling === undefined)
    throw refused('not_signed_in')
  if (caller.viewing !== undefined && method !== 'GET' && gates.allowedWhileViewing !== true) throw refused('view_only')
  // What there is and what there is not are refused alike.
  if (isConcealedFrom(running, gates, caller, { path, method }))
    throw refused(caller.actor.person === null ? 'not_signed_in' : 'not_found')
}

/** Before the query and the body are looked at: what is wrong with them is not for others. */
function requireAdministratorFor(gates: RouteGates, { model }: RunningDocument, caller: Caller): void {
  const actor = gates.allowedWhileViewing === true ? signedInActor(caller) : caller.actor
  if (actor.person === null) throw refused('not_signed_in')
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
  const patch = known.includes('PATCH') ? ['Accept-Patch', JSON_TYPES.join(', ')] : []
  if (method === 'OPTIONS') return { status: 204, headers: ['Allow', allow.join(', '), ...patch] }
  throw refused('method_not_allowed', { method, methods: methods.join(', ') }, { allow })
}
