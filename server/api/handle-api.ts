// Takes every request under /api from its address to its answer. Routes are generic: they are resolved against the document in force.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { refusal } from '#shared/decisions/8-errors.ts'
import type { Refusal } from '#shared/decisions/decision.ts'
import { mayReadCitations } from '#shared/decisions/project-model.ts'
import { addressKey } from '../auth/attempts.ts'
import type { Caller } from '../auth/caller.ts'
import { askerOf, identify, NOBODY } from '../auth/caller.ts'
import { countRequest } from '../auth/count-request.ts'
import { readCredentials } from '../auth/credentials.ts'
import type { RunningDocument } from '../document/current.ts'
import { secondFactorNeeded } from '../auth/second-factor/requirement.ts'
import { tokenRefused } from '../auth/tokens/token-refused.ts'
import { managesAccounts } from './accounts/token-limits.ts'
import { findRecord } from '../records/find-record.ts'
import { Refused } from '../records/refused.ts'
import { refusedByStorage } from '../records/work/refused-by-storage.ts'
import { NO_QUERY, readQuery, segmentsOf } from './address.ts'
import type { Answer } from './answer.ts'
import { PROBLEM_TYPE, sendAnswer } from './answer.ts'
import { badRequest } from './bad-request.ts'
import { clientAddress } from './client-address.ts'
import type { ApiDependencies, Exchange, Resource } from './exchange.ts'
import { problemOf } from './problem.ts'
import { isNamedTo } from './record-resources.ts'
import { resourceAt } from './router.ts'
import { checkSameOrigin } from './same-origin.ts'

export type ApiHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export function createApi(dependencies: ApiDependencies): ApiHandler {
  return async (request, response) => {
    const requestId = dependencies.nextRequestId()
    const { running } = dependencies.current
    const revealed = {
      caller: NOBODY,
      now: new Date(dependencies.clock()).toISOString(),
      address: clientAddress(request, dependencies.trustedProxies),
    }
    let answer: Answer
    try {
      answer = await answerTo(dependencies, request, requestId, running, revealed)
    } catch (error) {
      answer = await answerError(dependencies, error, {
        requestId,
        running,
        ...revealed,
        url: request.url ?? '',
        method: request.method ?? '',
      })
    }
    // A body that nobody will read must not be taken for the next request.
    if (!request.complete && request.method !== 'GET' && request.method !== 'HEAD')
      answer = { ...answer, headers: [...(answer.headers ?? []), 'Connection', 'close'] }
    await sendAnswer(request, response, answer, { id: requestId, revision: running.revision })
  }
}

/** Learns who asks as soon as that is known, for the sake of errors. */
interface Revealed {
  caller: Caller
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
  const url = request.url ?? '/'
  const at = url.indexOf('?')
  const path = segmentsOf(at < 0 ? url : url.slice(0, at))
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET')
  const resource = path === undefined ? undefined : resourceAt(running, path)
  if (path === undefined || resource === undefined) throw new Refused(refusal(running.model, 'not_found'))
  if (resource.open !== true) await recognise(dependencies, request, { running, resource }, revealed)
  const { caller, now, address } = revealed
  if (caller.enrolling !== undefined && resource.enrolling !== true)
    throw new Refused(secondFactorNeeded(caller.enrolling.cites))
  if (caller.byToken === true && managesAccounts(path)) throw new Refused(tokenRefused())
  if (resource.signedIn === true && caller.actor.person === null && caller.enrolling === undefined)
    throw new Refused(refusal(running.model, 'not_signed_in'))
  if (caller.viewing !== undefined && method !== 'GET' && resource.whileViewing?.includes(method) !== true)
    throw viewOnly()
  const call = Object.hasOwn(resource.calls, method) ? resource.calls[method] : undefined
  // What there is and what there is not are refused alike.
  if (
    resource.below !== undefined &&
    !isNamedTo(running, resource.below, caller.actor, path.length === 2 && method === 'POST')
  )
    throw new Refused(refusal(running.model, caller.actor.person === null ? 'not_signed_in' : 'not_found'))
  if (call === undefined && resource.quiet === true) throw new Refused(refusal(running.model, 'not_found'))
  if (call === undefined) return notAllowed(resource, method)
  if (method !== 'GET' && request.headers.authorization === undefined)
    checkSameOrigin(request, dependencies.publicUrl, caller.byCookie)
  const query = at < 0 ? NO_QUERY : readQuery(url.slice(at + 1))
  const exchange: Exchange = {
    request,
    method,
    path,
    query,
    requestId,
    address,
    running,
    caller,
    acting: { actor: caller.actor, now, session: caller.session?.key, byToken: caller.byToken },
  }
  return call(dependencies, exchange)
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
  const isCounted = caller !== undefined || resource.leadsIn !== true
  const wait = isCounted
    ? countRequest(dependencies, revealed.caller, revealed.address, dependencies.clock())
    : undefined
  if (wait !== undefined) throw new Refused(refusal(running.model, 'too_many'), { retryAfter: wait })
  // A cookie that is too old is nobody's; a program is told that its token is no longer good.
  const isRefused =
    caller === undefined && credentials !== undefined && (credentials === 'malformed' || !credentials.byCookie)
  if (isRefused) throw new Refused(refusal(running.model, 'not_signed_in'))
}

function viewOnly(): Refused {
  const message = 'While you view as somebody else, nothing can be changed. Stop viewing first.'
  return badRequest('view_only', message, { status: 403 })
}

function notAllowed(resource: Resource, method: string): Answer {
  const methods = Object.keys(resource.calls).flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each]))
  const allow = [...methods, 'OPTIONS']
  if (method === 'OPTIONS') return { status: 204, headers: ['Allow', allow.join(', ')] }
  throw badRequest('method_not_allowed', `${method} can't be done here; ${methods.join(', ')} can.`, {
    status: 405,
    allow,
  })
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

function problemAnswer(problem: object, status: number, headers: readonly string[] = []): Answer {
  return { status, body: JSON.stringify(problem), type: PROBLEM_TYPE, headers }
}
