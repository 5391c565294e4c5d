// Sends a page with its security headers, and logs the request.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '../auth/caller.ts'
import { signedInActor } from '../auth/caller.ts'
import { addressKey } from '../auth/address-key.ts'
import type { Clock } from '../clock.ts'
import type { CurrentDocument } from '../document/current-document.ts'
import { logAccess } from './access-log.ts'
import type { InfoLog, RequestEnd } from './access-log.ts'
import { headerPairs, pageHeaders } from './csp-headers.ts'
import type { LogRefusal } from './refusal-log.ts'

export interface SendingDependencies {
  readonly current: CurrentDocument
  readonly clock: Clock
  readonly nextRequestId: () => string
  readonly log: InfoLog
  readonly logRefusal: LogRefusal
  /** Returns the address that a request comes from. */
  readonly addressOf: (request: IncomingMessage) => string | undefined
}

export interface Visit {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Milliseconds of a clock that only goes forward. */
  readonly startedAt: number
  /** Nobody until that is known. */
  caller: Caller
}

export interface RenderedPage {
  readonly html: string
  readonly nonce: string
  /** Hashes of the scripts that stand in it. */
  readonly scripts?: readonly string[]
  readonly status: number
  /** Returns the route as the log names it. Called only where the log records the request. */
  readonly route: () => string
  /** Methods that can be used instead, for a 405 response. */
  readonly methods: string
}

export function sendHtml(
  dependencies: SendingDependencies,
  { request, response, startedAt, caller }: Visit,
  { html, nonce, scripts, status, route, methods }: RenderedPage,
): void {
  const requestId = dependencies.nextRequestId()
  for (const [name, value] of headerPairs(pageHeaders(nonce, scripts))) response.setHeader(name, value)
  response.setHeader('X-Request-Id', requestId)
  response.setHeader('Verbatim-Revision', dependencies.current.running.revision)
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  if (status === 405) response.setHeader('Allow', methods)
  response.statusCode = status
  if (request.method === 'HEAD') response.end()
  else response.end(html)
  const end = (): RequestEnd => ({
    method: request.method ?? '',
    route: route(),
    status,
    startedAt,
    person: signedInActor(caller).person?.id ?? null,
    request: requestId,
  })
  logAccess(dependencies.log, end)
  if (status === 429) {
    const address = addressKey(dependencies.addressOf(request))
    dependencies.logRefusal({ ...end(), code: 'too_many', address, now: dependencies.clock.now() })
  }
}
