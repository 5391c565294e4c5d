// Handles every request under /api: finds the route, identifies the caller, sends the response.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { makeRefusal } from '#shared/decisions/8-errors.ts'
import type { Refusal } from '#shared/decisions/decision.ts'
import { systemRefusal } from '#shared/decisions/refusals.ts'
import { canReadCitations } from '#shared/policy/can-read-citations.ts'
import { addressKey } from '../auth/address-key.ts'
import type { Caller } from '../auth/caller.ts'
import { signedInActor, NOBODY } from '../auth/caller.ts'
import { findCaller } from '../auth/find-caller.ts'
import { createTimestamps } from '../clock.ts'
import { counted, refuseTooManyRequests } from '../auth/rate-limit/limit-requests.ts'
import { readShownToken } from '../auth/sessions/cookies.ts'
import { policyTag } from '../auth/policy-tag.ts'
import type { RunningDocument } from '../document/current-document.ts'
import { followDocument } from '../document/follow-document.ts'
import type { ReadUsage } from '../records/records-dependencies.ts'
import { findRecord } from '../records/read/find-record.ts'
import { Refused } from '../policy/refused.ts'
import { storageRefusal } from '../records/write/write-error.ts'
import type { ApiResponse } from './response/response.ts'
import { PROBLEM_TYPE, sendResponse } from './response/response.ts'
import type { ApiDependencies } from './request/request-context.ts'
import type { RouteGates } from './routes/route.ts'
import { logAccess, NO_ROUTE } from '../web/access-log.ts'
import { renderRefusal } from '../calls/render-refusal.ts'
import { addCorsHeaders } from './calls/cors.ts'
import { readPathSegments } from './request/request-url.ts'
import { startMeter } from './request/request-meter.ts'
import { createProblem } from './response/problem.ts'
import { isClientGone, StreamTooLong } from './response/stream-response.ts'
import { runHandler } from './request/run-handler.ts'

export type ApiHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export function createApiHandler(dependencies: ApiDependencies): ApiHandler {
  const timestamp = createTimestamps(dependencies.clock)
  return async (request, response) => {
    const startedAt = performance.now()
    const requestId = dependencies.nextRequestId()
    const meter = startMeter(dependencies, () => counted(revealed.caller, revealed.address))
    const revealed: CallerDisclosure = {
      caller: NOBODY,
      spent: meter.usage,
      now: timestamp(),
      address: dependencies.addressOf(request),
      running: dependencies.current.running,
    }
    let answer: ApiResponse | undefined
    try {
      answer = await respondTo(dependencies, request, requestId, revealed)
    } catch (error) {
      const { url = '', method = '' } = request
      answer = await respondToError(dependencies, error, { requestId, ...revealed, url, method })
      if (error instanceof Refused) logRefused(dependencies, request, { ...revealed, requestId }, error.refusal)
    } finally {
      meter.end(sizeOf(answer))
    }
    // A body that nobody will read must not be taken for the next request.
    if (!request.complete && request.method !== 'GET' && request.method !== 'HEAD')
      answer = { ...answer, headers: [...(answer.headers ?? []), 'Connection', 'close'] }
    const { running } = revealed
    answer = withCors(dependencies, running, request, answer)
    await send(dependencies, { request, response, requestId }, answer, revealed)
    logAccess(dependencies.log, () => ({
      method: request.method ?? '',
      route: routeOf(dependencies, running, request),
      status: answer.status,
      startedAt,
      person: signedInActor(revealed.caller).person?.id ?? null,
      request: requestId,
    }))
  }
}

/**
 * Sends a response and counts its bytes as they leave, even if a stream breaks off. The client can see that such a
 * response is incomplete.
 */
async function send(
  { budgets, elapsed, log, processorTime }: ApiDependencies,
  { request, response, requestId }: SentRequest,
  answer: ApiResponse,
  { caller, address, running }: CallerDisclosure,
): Promise<void> {
  const identity = { id: requestId, revision: running.revision, policy: policyTag(caller) }
  const who = counted(caller, address)
  const began = processorTime.begin()
  try {
    await sendResponse(request, response, answer, identity, (bytes) => budgets.spend(who, { bytes }, elapsed()))
  } catch (error) {
    response.destroy()
    if (error instanceof StreamTooLong) log.warn({ request: requestId }, `response broke off: ${error.message}`)
    else if (!isClientGone(error)) log.error({ err: error, request: requestId }, 'response broke off')
  } finally {
    budgets.spend(who, { milliseconds: processorTime.end(began) }, elapsed())
  }
}

interface SentRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
}

function routeOf(
  { matchRoute }: ApiDependencies,
  running: RunningDocument,
  { url = '/', method = 'GET' }: IncomingMessage,
): string {
  const at = url.indexOf('?')
  const path = readPathSegments(at < 0 ? url : url.slice(0, at))
  const match = path && matchRoute(running, path, method === 'HEAD' ? 'GET' : method)
  return match === undefined ? NO_ROUTE : `/api${match.path}`
}

function logRefused(
  dependencies: ApiDependencies,
  request: IncomingMessage,
  { caller, address, requestId, running }: CallerDisclosure & { readonly requestId: string },
  { status, code }: Refusal,
): void {
  dependencies.logRefusal({
    status,
    code,
    method: request.method ?? '',
    route: routeOf(dependencies, running, request),
    request: requestId,
    person: signedInActor(caller).person?.id ?? null,
    address: addressKey(address),
    now: dependencies.clock.now(),
  })
}

/** Learns who asks, and under which document, as soon as that is known, for the sake of errors. */
interface CallerDisclosure {
  caller: Caller
  running: RunningDocument
  readonly spent: ReadUsage
  readonly now: string
  readonly address: string | undefined
}

async function respondTo(
  dependencies: ApiDependencies,
  request: IncomingMessage,
  requestId: string,
  revealed: CallerDisclosure,
): Promise<ApiResponse> {
  const { now, address, spent, running } = revealed
  const { method = 'GET', url = '/' } = request
  try {
    return await runHandler(
      dependencies,
      { request, method, url, requestId, address, now, running, spent },
      async (gates) => {
        await identifyCaller(dependencies, request, gates, revealed)
        return revealed.caller
      },
    )
  } catch (error) {
    if (!(error instanceof DocumentSuperseded)) throw error
    // Nothing of it was read yet: another document may have other routes and other roles.
    revealed.running = dependencies.current.running
    return respondTo(dependencies, request, requestId, revealed)
  }
}

/** Another document came into force after the route was found. */
class DocumentSuperseded extends Error {}

async function identifyCaller(
  dependencies: ApiDependencies,
  request: IncomingMessage,
  gates: RouteGates,
  revealed: CallerDisclosure,
): Promise<void> {
  const { current, storage } = dependencies
  const { running } = revealed
  const credentials = readShownToken(request, dependencies.publicUrl, running.model.callSettings.token)
  const caller =
    credentials === undefined || credentials === 'malformed'
      ? undefined
      : await findCaller(dependencies, credentials, revealed.now)
  // Where no look-up for the caller has found it.
  if (caller === undefined) await followDocument(dependencies, await storage.database.revisionInForce())
  if (current.running !== running) throw new DocumentSuperseded()
  if (caller !== undefined) revealed.caller = caller
  await refuseTooManyRequests(dependencies, gates, revealed.caller, revealed.address, revealed.now)
  // A cookie that is too old is nobody's; a program learns that its token is no longer good.
  const isRefused =
    caller === undefined && credentials !== undefined && (credentials === 'malformed' || !credentials.byCookie)
  if (isRefused) throw new Refused(makeRefusal(running.model, 'not_signed_in'))
}

interface FailedRequest {
  readonly requestId: string
  readonly running: RunningDocument
  readonly caller: Caller
  readonly now: string
  readonly url: string
  readonly method: string
  readonly address: string | undefined
}

async function respondToError(
  dependencies: ApiDependencies,
  thrown: unknown,
  failed: FailedRequest,
): Promise<ApiResponse> {
  const { running, caller, requestId } = failed
  const error = storageRefusal(running.model, thrown) ?? thrown
  if (!(error instanceof Refused)) {
    dependencies.log.error(
      { err: error, request: requestId, method: failed.method, path: failed.url.split('?')[0] },
      'request failed',
    )
    const problem = createProblem(systemRefusal('internal'), {}, { running, request: requestId, mayKnow: false })
    return problemResponse(problem, 500)
  }
  const { refusal: refused, details } = error
  if (failed.method !== 'GET' && failed.method !== 'HEAD') await auditRefusal(dependencies, refused, failed)
  const current =
    details.record === undefined
      ? undefined
      : await findRecord(
          dependencies,
          { actor: caller.actor, now: failed.now },
          details.record.entity,
          'id',
          details.record.id,
        )
  const problem = createProblem(refused, details, {
    running,
    request: requestId,
    mayKnow: canReadCitations(running.model, caller.actor),
    ...(current === undefined ? {} : { current: JSON.parse(current) as unknown }),
  })
  const headers = [
    ...(details.retryAfter === undefined ? [] : ['Retry-After', String(details.retryAfter)]),
    ...(details.allow === undefined ? [] : ['Allow', details.allow.join(', ')]),
    ...(refused.status === 401 ? ['WWW-Authenticate', running.model.callSettings.token] : []),
  ]
  const own = answeredInOwnForm(dependencies, running, failed, refused)
  return own === undefined
    ? problemResponse(problem, refused.status, headers)
    : { status: refused.status, body: own, headers }
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
  running: RunningDocument,
  request: IncomingMessage,
  answer: ApiResponse,
): ApiResponse {
  const { cors } = running.model.callSettings
  // To a program that is no page nothing is said, and the answer varies only where some origins are named.
  if (cors.length === 0 || (request.headers.origin === undefined && cors.includes('*'))) return answer
  const methods = callMethodsAt(dependencies, running, request.url ?? '', request.method ?? 'GET')
  return methods.length === 0 ? answer : addCorsHeaders(running, request, methods, answer)
}

/**
 * Renders an error of the document's own calls, if the document defines a form for their errors; else returns
 * undefined.
 */
function answeredInOwnForm(
  dependencies: ApiDependencies,
  running: RunningDocument,
  { url, method, caller, now }: FailedRequest,
  refusal: Refusal,
): string | undefined {
  if (running.model.callSettings.answers === undefined) return undefined
  const called = method === 'HEAD' ? 'GET' : method
  if (!callMethodsAt(dependencies, running, url, called).includes(called)) return undefined
  return renderRefusal(running, caller.actor, now, refusal)
}

/** A refusal is sent even where it can't be noted. */
async function auditRefusal(dependencies: ApiDependencies, refused: Refusal, failed: FailedRequest): Promise<void> {
  const { caller, now: at, method, url, requestId } = failed
  const by = signedInActor(caller).person?.id ?? null
  const path = url.split('?')[0] ?? ''
  try {
    await dependencies.refusalAudit.note({
      at,
      by,
      address: addressKey(failed.address),
      method,
      path,
      refusal: refused,
    })
  } catch (error) {
    dependencies.log.error({ err: error, request: requestId }, 'refusal not noted in the audit')
  }
}

/** Characters are counted as a byte each: nearly all are. */
function sizeOf(answer: ApiResponse | undefined): number {
  return (answer?.body ?? answer?.cached?.text ?? '').length
}

function problemResponse(problem: object, status: number, headers: readonly string[] = []): ApiResponse {
  return { status, body: JSON.stringify(problem), type: PROBLEM_TYPE, headers }
}
