// Handles every request under /api: finds the route, identifies the caller, sends the response.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Refusal } from '#shared/decisions/decision.ts'
import { makeRefusal } from '#shared/decisions/refusals.ts'
import { canReadCitations } from '#shared/policy/can-read-citations.ts'
import { addressKey } from '../auth/address-key.ts'
import type { Problem } from '#shared/protocol/problem.ts'
import type { Caller } from '../auth/caller.ts'
import { signedInActor, NOBODY } from '../auth/caller.ts'
import { findCaller } from '../auth/find-caller.ts'
import { createTimestamps } from '../clock.ts'
import { counted, refuseTooManyRequests } from '../auth/rate-limit/limit-requests.ts'
import { readShownToken } from '../auth/sessions/cookies.ts'
import { policyTag } from '../auth/policy-tag.ts'
import type { RunningDocument } from '../document/current-document.ts'
import { DocumentReplaced, errorUnder, followDocument } from '../document/follow-document.ts'
import { findRecord } from '../records/read/find-record.ts'
import { Refused, refused } from '../policy/refused.ts'
import { storageRefusal } from '../records/write/write-error.ts'
import type { ApiResponse } from './response/response.ts'
import { PROBLEM_TYPE, sendResponse } from './response/response.ts'
import type { ApiDependencies } from './request/request-context.ts'
import { logAccess, NO_ROUTE } from '../web/access-log.ts'
import { renderRefusal } from '../calls/render-refusal.ts'
import { addCorsHeaders } from './calls/cors.ts'
import { readPathSegments } from './request/request-url.ts'
import { startMeter } from './request/request-meter.ts'
import { createProblem } from './response/problem.ts'
import { isClientGone, StreamTooLong } from './response/stream-response.ts'
import type { ApiRequest, MatchedRequest } from './request/run-handler.ts'
import { handleMatched, matchRequest } from './request/run-handler.ts'

export type ApiHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export function createApiHandler(dependencies: ApiDependencies): ApiHandler {
  const timestamp = createTimestamps(dependencies.clock)
  return async (request, response) => {
    const startedAt = performance.now()
    const { method = 'GET', url = '/' } = request
    const address = dependencies.addressOf(request)
    const meter = startMeter(dependencies, addressKey(address))
    const asked: ApiRequest = {
      request,
      method,
      url,
      requestId: dependencies.nextRequestId(),
      address,
      now: timestamp(),
      running: dependencies.current.running,
      spent: meter.usage,
    }
    let identified = await identify(dependencies, asked)
    meter.chargeTo(counted(identified.caller, address))
    let sent: ApiResponse | undefined
    try {
      let answer = await answerTo(dependencies, identified)
      if (answer === 'outdated') {
        identified = await identify(dependencies, { ...asked, running: dependencies.current.running })
        answer = await answerTo(dependencies, identified, true)
      }
      sent = withCors(dependencies, identified, answer)
      // A stream is charged as it leaves; all else is sent in the turn in which it is made.
      if (sent.stream === undefined) await send(dependencies, response, sent, identified)
    } finally {
      meter.end(sizeOf(sent))
    }
    if (sent.stream !== undefined) await sendMetered(dependencies, response, sent, identified)
    const { status } = sent
    const { caller, requestId } = identified
    logAccess(dependencies.log, () => ({
      method,
      route: routeOf(dependencies, identified),
      status,
      startedAt,
      person: signedInActor(caller).person?.id ?? null,
      request: requestId,
    }))
  }
}

/** A request whose route and caller are known as far as they could be found. */
interface IdentifiedRequest extends ApiRequest {
  readonly caller: Caller
  /** Undefined: there is no such route, or the caller could not be looked up. */
  readonly matched?: MatchedRequest
  /** The error that stands against it already. */
  readonly error?: unknown
}

async function identify(dependencies: ApiDependencies, asked: ApiRequest): Promise<IdentifiedRequest> {
  try {
    const matched = matchRequest(dependencies, asked)
    if (matched.gates.isPublic === true) return { ...asked, matched, caller: NOBODY }
    const { current, storage, publicUrl } = dependencies
    const credentials = readShownToken(asked.request, publicUrl, asked.running.model.callSettings.token)
    const hasToken = credentials !== undefined && credentials !== 'malformed'
    const caller = hasToken ? await findCaller(dependencies, credentials, asked.now) : undefined
    // Where no look-up for the caller has found it.
    if (caller === undefined) await followDocument(dependencies, await storage.database.revisionInForce())
    const { running } = current
    // Nothing of it was read yet: another document may have other routes and other roles.
    if (running !== asked.running) return await identify(dependencies, { ...asked, running })
    if (caller !== undefined) return { ...asked, matched, caller }
    // A cookie that is too old is nobody's; a program learns that its token is no longer good.
    const isRefused = credentials === 'malformed' || credentials?.byCookie === false
    return { ...asked, matched, caller: NOBODY, error: isRefused ? refused('not_signed_in') : undefined }
  } catch (error) {
    return { ...asked, caller: NOBODY, error }
  }
}

/** `outdated`: another document was published while it read. */
async function answerTo(dependencies: ApiDependencies, identified: IdentifiedRequest): Promise<ApiResponse | 'outdated'>
async function answerTo(
  dependencies: ApiDependencies,
  identified: IdentifiedRequest,
  isLast: true,
): Promise<ApiResponse>
async function answerTo(
  dependencies: ApiDependencies,
  identified: IdentifiedRequest,
  isLast = false,
): Promise<ApiResponse | 'outdated'> {
  const { request, method, running } = identified
  const isReading = method === 'GET' || method === 'HEAD'
  let answer: ApiResponse
  try {
    answer = await respondTo(dependencies, identified)
  } catch (thrown) {
    const isExpected = thrown instanceof Refused || storageRefusal(thrown) !== undefined
    const error = isExpected ? thrown : await errorUnder(dependencies, running, thrown)
    const mayGoOn = isReading || identified.matched?.match.route?.onlyReads === true
    if (error instanceof DocumentReplaced && mayGoOn && !isLast) return 'outdated'
    if (error instanceof DocumentReplaced) dependencies.log.warn({ err: error }, 'a request was refused')
    answer = await respondToError(dependencies, error, identified)
  }
  // A body that nobody will read must not be taken for the next request.
  return request.complete || isReading
    ? answer
    : { ...answer, headers: [...(answer.headers ?? []), 'Connection', 'close'] }
}

async function respondTo(dependencies: ApiDependencies, identified: IdentifiedRequest): Promise<ApiResponse> {
  const { matched, caller, error, address, now } = identified
  if (matched === undefined) throw error
  if (matched.gates.isPublic !== true) await refuseTooManyRequests(dependencies, matched.gates, caller, address, now)
  if (error !== undefined) throw error
  return handleMatched(dependencies, identified, matched, caller)
}

/** Sends a stream, and charges the time that it takes. */
async function sendMetered(
  dependencies: ApiDependencies,
  response: ServerResponse,
  answer: ApiResponse,
  identified: IdentifiedRequest,
): Promise<void> {
  const { budgets, elapsed, processorTime } = dependencies
  const began = processorTime.begin()
  try {
    await send(dependencies, response, answer, identified)
  } finally {
    const who = counted(identified.caller, identified.address)
    budgets.spend(who, { milliseconds: processorTime.end(began) }, elapsed())
  }
}

/**
 * Sends a response, and counts the bytes of a stream as they leave, even if it breaks off. The client can see that such
 * a response is incomplete.
 */
async function send(
  { budgets, elapsed, log }: ApiDependencies,
  response: ServerResponse,
  answer: ApiResponse,
  { request, requestId, caller, address, running }: IdentifiedRequest,
): Promise<void> {
  const identity = { id: requestId, revision: running.revision, policy: policyTag(caller) }
  const who = counted(caller, address)
  try {
    await sendResponse(request, response, answer, identity, (bytes) => budgets.spend(who, { bytes }, elapsed()))
  } catch (error) {
    response.destroy()
    if (error instanceof StreamTooLong) log.warn({ request: requestId }, `the response was cut off: ${error.message}`)
    else if (!isClientGone(error)) log.error({ err: error, request: requestId }, 'the response was cut off')
  }
}

function routeOf({ matchRoute }: ApiDependencies, { running, url, method }: ApiRequest): string {
  const path = readPathSegments(url.split('?', 1)[0] ?? '')
  const match = path && matchRoute(running, path, method === 'HEAD' ? 'GET' : method)
  return match === undefined ? NO_ROUTE : `/api${match.path}`
}

async function respondToError(
  dependencies: ApiDependencies,
  thrown: unknown,
  failed: IdentifiedRequest,
): Promise<ApiResponse> {
  const { running, caller, requestId, method, now } = failed
  const { model } = running
  const error = storageRefusal(thrown) ?? thrown
  if (!(error instanceof Refused)) {
    // The path itself may hold the secret of a calendar.
    const route = routeOf(dependencies, failed)
    dependencies.log.error({ err: error, request: requestId, method, route }, 'request failed')
    const internal = createProblem(makeRefusal('internal'), {}, { running, request: requestId, mayKnow: false })
    return problemResponse(internal)
  }
  const { refusal, details } = error
  if (method !== 'GET' && method !== 'HEAD') await auditRefusal(dependencies, refusal, failed)
  const current =
    details.record &&
    (await findRecord(dependencies, { actor: caller.actor, now }, details.record.entity, 'id', details.record.id))
  const problem = createProblem(refusal, details, {
    running,
    request: requestId,
    mayKnow: canReadCitations(model, caller.actor),
    ...(current === undefined ? {} : { current: JSON.parse(current) as unknown }),
  })
  if (thrown instanceof Refused) logRefused(dependencies, failed, problem)
  const headers = [
    ...(details.retryAfter === undefined ? [] : ['Retry-After', String(details.retryAfter)]),
    ...(details.allow === undefined ? [] : ['Allow', details.allow.join(', ')]),
    ...(details.accepts === undefined ? [] : [acceptHeaderOf(method), details.accepts.join(', ')]),
    ...(details.size === undefined ? [] : ['Content-Range', `bytes */${details.size}`]),
    ...(problem.status === 401 ? ['WWW-Authenticate', model.callSettings.token] : []),
  ]
  const own = answeredInOwnForm(dependencies, failed, problem, refusal.entity)
  return own === undefined ? problemResponse(problem, headers) : { status: problem.status, body: own, headers }
}

/** Says by which header a 415 names what is taken (RFC 5789, RFC 9110). */
function acceptHeaderOf(method: string): string {
  return method === 'PATCH' ? 'Accept-Patch' : 'Accept'
}

function logRefused(dependencies: ApiDependencies, failed: IdentifiedRequest, { status, code }: Problem): void {
  dependencies.logRefusal({
    status,
    code,
    method: failed.method,
    route: routeOf(dependencies, failed),
    request: failed.requestId,
    person: signedInActor(failed.caller).person?.id ?? null,
    address: addressKey(failed.address),
    now: dependencies.clock.now(),
  })
}

/** Methods of the document's own calls at the path of a request. */
function callMethodsAt(
  { matchRoute }: ApiDependencies,
  running: RunningDocument,
  url: string,
  method: string,
): readonly string[] {
  const path = running.model.calls.length === 0 ? undefined : readPathSegments(url.split('?')[0] ?? '')
  return (path && matchRoute(running, path, method)?.callMethods) ?? []
}

/** Pages of other origins, where the document lets them call. */
function withCors(
  dependencies: ApiDependencies,
  { running, request, url, method }: ApiRequest,
  answer: ApiResponse,
): ApiResponse {
  const { cors } = running.model.callSettings
  // To a program that is no page nothing is said, and the answer varies only where some origins are named.
  if (cors.length === 0 || (request.headers.origin === undefined && cors.includes('*'))) return answer
  const methods = callMethodsAt(dependencies, running, url, method)
  return methods.length === 0 ? answer : addCorsHeaders(running, request, methods, answer)
}

/**
 * Renders an error of the document's own calls, if the document defines a form for their errors; else returns
 * undefined.
 */
function answeredInOwnForm(
  dependencies: ApiDependencies,
  { running, url, method, caller, now }: IdentifiedRequest,
  problem: Problem,
  entity: string | undefined,
): string | undefined {
  if (running.model.callSettings.answers === undefined) return undefined
  const called = method === 'HEAD' ? 'GET' : method
  if (!callMethodsAt(dependencies, running, url, called).includes(called)) return undefined
  return renderRefusal(running, caller.actor, now, problem, entity)
}

/** A refusal is sent even where it can't be noted. */
async function auditRefusal(
  dependencies: ApiDependencies,
  refusal: Refusal,
  { caller, now: at, method, url, requestId, address }: IdentifiedRequest,
): Promise<void> {
  const by = signedInActor(caller).person?.id ?? null
  const path = url.split('?')[0] ?? ''
  try {
    await dependencies.refusalAudit.note({ at, by, address: addressKey(address), method, path, refusal })
  } catch (error) {
    dependencies.log.error({ err: error, request: requestId }, 'a refusal could not be written to the audit')
  }
}

/** Characters are counted as a byte each: nearly all are. */
function sizeOf(answer: ApiResponse | undefined): number {
  return (answer?.body ?? answer?.cached?.text ?? '').length
}

function problemResponse(problem: Problem, headers: readonly string[] = []): ApiResponse {
  return { status: problem.status, body: JSON.stringify(problem), type: PROBLEM_TYPE, headers }
}
