// Delivers one webhook by HTTP: signed, to public addresses only, within limits of time and size.
import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { request as requestHttp } from 'node:http'
import type { Clock } from '../clock.ts'
import { HOPS_HEADER } from '../records/webhooks/webhook-job.ts'
import type { WebhookConfig } from './webhook-config.ts'
import { secretsFor } from './webhook-config.ts'
import type { ResolveHost } from './public-address.ts'
import { PrivateAddress, publicLookup, requirePublic } from './public-address.ts'
import { signWebhook } from './sign-webhook.ts'

export interface WebhookRequest {
  /** Id of the webhook, constant across tries, so that receivers recognize what they already have. */
  readonly id: string
  readonly method: string
  readonly url: string
  /** JSON; null: there is no body. */
  readonly body: string | null
  readonly hops: number
}

export interface WebhookResult {
  /** Undefined: there was no response. */
  readonly status?: number | undefined
  /** Undefined: it was taken. It repeats nothing of what the receiver says. */
  readonly problem?: string | undefined
  /** Whether further tries are pointless because the receiver will never accept the webhook. */
  readonly isFinal: boolean
  readonly isSigned: boolean
  /** Seconds after which the receiver wants to be asked again. */
  readonly retryAfter?: number | undefined
  readonly milliseconds: number
}

/** Never rejects. */
export type DeliverWebhook = (webhook: WebhookRequest) => Promise<WebhookResult>

export interface WebhookDeliveryOptions extends WebhookConfig {
  readonly clock: Clock
  /** The system's, if none is given. */
  readonly resolve?: ResolveHost
  /** Time limit of a whole try, in milliseconds. */
  readonly limitMilliseconds?: number
}

const LIMIT_MILLISECONDS = 10_000
/** Most bytes of a response; a longer one is cut off. Only the status of a response is read. */
const LARGEST_RESPONSE = 16_384
const LARGEST_HEADERS = 16_384

export function createWebhookDelivery(options: WebhookDeliveryOptions): DeliverWebhook {
  const { clock, allowPrivateHosts, resolve = (host) => lookup(host, { all: true }) } = options
  const limit = options.limitMilliseconds ?? LIMIT_MILLISECONDS
  return async (webhook) => {
    const begun = performance.now()
    const url = new URL(webhook.url)
    const keys = secretsFor(options, url)
    const isAllowed = allowPrivateHosts.has(url.hostname) || allowPrivateHosts.has(url.host)
    const seconds = Math.floor(clock.now() / 1_000)
    const send = url.protocol === 'https:' ? (await import('node:https')).request : requestHttp
    const headers = signWebhook(keys, { id: webhook.id, body: webhook.body ?? '', seconds })
    const outcome = await new Promise<Omit<WebhookResult, 'isSigned' | 'milliseconds'>>((settle) => {
      try {
        if (!isAllowed) requirePublic(url.hostname)
        const request = send(url, {
          method: webhook.method,
          headers: { ...headers, ...contentOf(webhook), [HOPS_HEADER]: webhook.hops, 'user-agent': 'Verbatim' },
          lookup: publicLookup(resolve, isAllowed),
          agent: false,
          maxHeaderSize: LARGEST_HEADERS,
          signal: AbortSignal.timeout(limit),
        })
        request.on('response', (response) => {
          settle(readOutcome(response))
          dropBody(response)
        })
        request.on('error', (error) => settle(failureOf(error)))
        request.end(webhook.body ?? undefined)
      } catch (error) {
        settle(failureOf(error))
      }
    })
    return { ...outcome, isSigned: keys.length > 0, milliseconds: Math.round(performance.now() - begun) }
  }
}

/** Under a simulated clock: a document that is tried tells nobody. */
export const keepHere: DeliverWebhook = async () => ({
  problem: 'Under a simulated clock nothing is sent.',
  isFinal: true,
  isSigned: false,
  milliseconds: 0,
})

function contentOf({ id, body }: WebhookRequest): { readonly [header: string]: string | number } {
  const key = { 'idempotency-key': id }
  return body === null ? key : { ...key, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
}

type Outcome = Omit<WebhookResult, 'isSigned' | 'milliseconds'>

/** Its status says it; where it points to another address, nothing goes there. */
function readOutcome({ statusCode: status = 0, headers }: IncomingMessage): Outcome {
  if (status >= 200 && status < 300) return { status, isFinal: false }
  if (status >= 300 && status < 400)
    return { status, problem: `It answered ${status}, and redirects are not followed.`, isFinal: false }
  const after = /^\d{1,6}$/.exec(headers['retry-after'] ?? '')?.[0]
  const problem = status === 410 ? 'It answered 410: it wants no more of this.' : `It answered ${status}.`
  return { status, problem, isFinal: status === 410, ...(after === undefined ? {} : { retryAfter: Number(after) }) }
}

/** Discards the body of a response, and cuts off one that streams forever. */
function dropBody(response: IncomingMessage): void {
  let size = 0
  response.on('error', () => {})
  response.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > LARGEST_RESPONSE) response.destroy()
  })
}

function failureOf(error: unknown): Outcome {
  if (error instanceof PrivateAddress) return { problem: error.message, isFinal: false }
  const { name, code } = error as { readonly name?: string; readonly code?: unknown }
  if (name === 'AbortError' || name === 'TimeoutError') return { problem: 'It did not answer in time.', isFinal: false }
  return { problem: `It could not be reached (${typeof code === 'string' ? code : 'unknown'}).`, isFinal: false }
}
