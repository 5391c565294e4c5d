// Takes every request under /api from its address to its answer. Routes are generic: they are resolved against the document in force.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { refusal } from '#shared/decisions/8-errors.ts'
import type { Refusal } from '#shared/decisions/decision.ts'
import { mayReadCitations } from '#shared/decisions/project-model.ts'
import { addressKey } from '../auth/attempts.ts'
import type { Caller } from '../auth/caller.ts'
import { askerOf, identify, NOBODY } from '../auth/caller.ts'
import { counted, requireRequestLeft } from '../auth/count-request.ts'
import { readCredentials } from '../auth/credentials.ts'
import { rightsTag } from '../auth/rights-tag.ts'
import type { RunningDocument } from '../document/current.ts'
import type { Spent } from '../records/dependencies.ts'
import { findRecord } from '../records/find-record.ts'
import { Refused } from '../records/refused.ts'
import { refusedByStorage } from '../records/work/refused-by-storage.ts'
import type { Answer } from './answer.ts'
import { PROBLEM_TYPE, sendAnswer } from './answer.ts'
import type { ApiDependencies, Resource } from './exchange.ts'
import { logAccess, NO_ROUTE } from '../web/access-log.ts'
import { segmentsOf } from './address.ts'
import { problemOf } from './problem.ts'
import { runCall } from './request/run-call.ts'

export type ApiHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export function createApi(dependencies: ApiDependencies): ApiHandler {
  return async (request, response) => {
    const startedAt = performance.now()
    const requestId = dependencies.nextRequestId()
    const { running } = dependencies.current
    const began = dependencies.processorTime.begin()
    const revealed = {
      caller: NOBODY,
      spent: { shapes: 0 },
      now: new Date(dependencies.clock()).toISOString(),
      address: dependencies.addressOf(request),
    }
    let answer: Answer | undefined
    try {
      answer = await answerTo(dependencies, request, requestId, running, revealed)
    } catch (error) {
      const { url = '', method = '' } = request
      answer = await answerError(dependencies, error, { requestId, running, ...revealed, url, method })
      if (error instanceof Refused)
        logRefused(dependencies, request, { ...revealed, requestId, running }, error.refusal)
    } finally {
      const used = { milliseconds: dependencies.processorTime.end(began), bytes: sizeOf(answer), ...revealed.spent }
      dependencies.budgets.spend(counted(revealed.caller, revealed.address), used, dependencies.elapsed())
    }
    // A body that nobody will read must not be taken for the next request.
    if (!request.complete && request.method !== 'GET' && request.method !== 'HEAD')
      answer = { ...answer, headers: [...(answer.headers ?? []), 'Connection', 'close'] }
    const rights = rightsTag(revealed.caller)
    await sendAnswer(request, response, answer, { id: requestId, revision: running.revision, rights })
    logAccess(dependencies.log, () => ({
      method: request.method ?? '',
      route: routeOf(dependencies, running, request),
      status: answer.status,
      startedAt,
      person: askerOf(revealed.caller).person?.id ?? null,
      request: requestId,
    }))
  }
}

function routeOf({ routeAt }: ApiDependencies, running: RunningDocument, { url = '/' }: IncomingMessage): string {
  const at = url.indexOf('?')
  const path = segmentsOf(at < 0 ? url : url.slice(0, at))
  return (path && routeAt(running, path)) ?? NO_ROUTE
}

function logRefused(
  dependencies: ApiDependencies,
  request: IncomingMessage,
  { caller, address, requestId, running }: Revealed & { readonly requestId: string; readonly running: RunningDocument },
  { status, code }: Refusal,
): void {
  dependencies.logRefusal({
    ...{ status, code, method: request.method ?? '', route: routeOf(dependencies, running, request) },
    ...{ request: requestId, person: askerOf(caller).person?.id ?? null, address: addressKey(address) },
    now: dependencies.clock(),
  })
}

/** Learns who asks as soon as that is known, for the sake of errors. */
interface Revealed {
  caller: Caller
  readonly spent: Spent
  readonly now: string
  readonly address: string | undefined
}

async function answerTo(
  dependencies: ApiDependencies,
  request: IncomingMessage,
  requestId: string,
  running: RunningDocument,
  revealed: Revealed,
): Promise<Answer> {
  const { now, address, spent } = revealed
  const { method = 'GET', url = '/' } = request
  return runCall(dependencies, { request, method, url, requestId, address, now, running, spent }, async (resource) => {
    await recognise(dependencies, request, { running, resource }, revealed)
    return revealed.caller
  })
}

async function recognise(
  dependencies: ApiDependencies,
  request: IncomingMessage,
  { running, resource }: { readonly running: RunningDocument; readonly resource: Resource },
  revealed: Revealed,
): Promise<void> {
  const credentials = readCredentials(request, dependencies.publicUrl)
  const caller =
    credentials === undefined || credentials === 'malformed'
      ? undefined
      : await identify(dependencies, credentials, revealed.now)
  if (caller !== undefined) revealed.caller = caller
  requireRequestLeft(dependencies, resource, revealed.caller, revealed.address)
  // A cookie that is too old is nobody's; a program is told that its token is no longer good.
  const isRefused =
    caller === undefined && credentials !== undefined && (credentials === 'malformed' || !credentials.byCookie)
  if (isRefused) throw new Refused(refusal(running.model, 'not_signed_in'))
}

interface Failed {
  readonly requestId: string
  readonly running: RunningDocument
  readonly caller: Caller
  readonly now: string
  readonly url: string
  readonly method: string
  readonly address: string | undefined
}

async function answerError(dependencies: ApiDependencies, thrown: unknown, failed: Failed): Promise<Answer> {
  const { running, caller, requestId } = failed
  const error = refusedByStorage(running.model, thrown) ?? thrown
  if (!(error instanceof Refused)) {
    dependencies.log.error(
      { err: error, request: requestId, method: failed.method, path: failed.url.split('?')[0] },
      'request failed',
    )
    const message = 'Something went wrong on our side. It was noted under the number of this request.'
    return problemAnswer(
      problemOf(
        { code: 'internal', status: 500, message, errors: [] },
        {},
        { revision: running.revision, request: requestId, mayKnow: false },
      ),
      500,
    )
  }
  const { refusal: refused, more } = error
  if (failed.method !== 'GET' && failed.method !== 'HEAD') await noteRefusal(dependencies, refused, failed)
  const current =
    more.record === undefined
      ? undefined
      : await findRecord(
          dependencies,
          { actor: caller.actor, now: failed.now },
          more.record.entity,
          'id',
          more.record.id,
        )
  const problem = problemOf(refused, more, {
    revision: running.revision,
    request: requestId,
    mayKnow: mayReadCitations(running.model, caller.actor),
    ...(current === undefined ? {} : { current: JSON.parse(current) as unknown }),
  })
  return problemAnswer(problem, refused.status, [
    ...(more.retryAfter === undefined ? [] : ['Retry-After', String(more.retryAfter)]),
    ...(more.allow === undefined ? [] : ['Allow', more.allow.join(', ')]),
    ...(refused.status === 401 ? ['WWW-Authenticate', 'Bearer'] : []),
  ])
}

/** A refusal is told even where it can't be noted. */
async function noteRefusal(dependencies: ApiDependencies, refused: Refusal, failed: Failed): Promise<void> {
  const { caller, now: at, method, url, requestId } = failed
  const by = askerOf(caller).person?.id ?? null
  const path = url.split('?')[0] ?? ''
  try {
    await dependencies.refusals.note({ at, by, address: addressKey(failed.address), method, path, refusal: refused })
  } catch (error) {
    dependencies.log.error({ err: error, request: requestId }, 'refusal not noted in the audit')
  }
}

/** Characters are counted as a byte each: nearly all are. */
function sizeOf(answer: Answer | undefined): number {
  return (answer?.body ?? answer?.lasting?.text ?? '').length
}

function problemAnswer(problem: object, status: number, headers: readonly string[] = []): Answer {
  return { status, body: JSON.stringify(problem), type: PROBLEM_TYPE, headers }
}
