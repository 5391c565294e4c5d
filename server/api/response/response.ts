// Sends a response with one `writeHead` and one `end`, compressed where that saves bytes.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { API_HEADERS, JSON_HEADERS } from '../../web/csp-headers.ts'
import { TIME_LIMITS } from '../routes/time-limits.ts'
import type { Compression } from '../../web/content-coding.ts'
import { chooseCoding, pack, tagOfForm } from '../../web/content-coding.ts'
import { pipeResponse } from './stream-response.ts'

export interface ApiResponse {
  readonly status: number
  readonly body?: string
  /** The body, where it is sent to many: it is packed once for all. */
  readonly cached?: CachedBody
  /** The body, where it is sent as it is made. */
  readonly stream?: Readable
  /** Length of the stream in bytes, if known. A stream with a length is sent as it is, without compression. */
  readonly length?: number
  /** How long it may stream, in milliseconds. */
  readonly streamLimit?: number
  /** Content type of the body; JSON if it says nothing. */
  readonly type?: string
  /** Further headers, names and values in turn. */
  readonly headers?: readonly string[]
  /** The security headers, where they are not those of the API. */
  readonly security?: readonly string[]
}

export class CachedBody {
  readonly text: string
  readonly #packed = new Map<Compression, Promise<Buffer>>()

  constructor(text: string) {
    this.text = text
  }

  packed(coding: Compression): Promise<Buffer> {
    const packed = this.#packed.get(coding) ?? pack(this.text, coding, 'kept')
    this.#packed.set(coding, packed)
    return packed
  }
}

export const JSON_TYPE = 'application/json; charset=utf-8'
/** A JSON value a line. */
export const NDJSON_TYPE = 'application/x-ndjson; charset=utf-8'
export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

export function jsonResponse(status: number, value: unknown, headers?: readonly string[]): ApiResponse {
  return { status, body: JSON.stringify(value), ...(headers === undefined ? {} : { headers }) }
}

export const NO_CONTENT: ApiResponse = { status: 204 }

/** Below this, packing costs more than it saves. */
const WORTH_PACKING = 4_096

/** `count` gets the bytes of a stream as they leave. */
export async function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ApiResponse,
  identity: { readonly id: string; readonly revision: string; readonly policy: string | undefined },
  count: (bytes: number) => void,
): Promise<void> {
  const { stream } = answer
  if (response.destroyed || (stream !== undefined && request.method === 'HEAD')) stream?.destroy()
  if (response.destroyed) return
  const headers: string[] = [
    'X-Request-Id',
    identity.id,
    'Verbatim-Revision',
    identity.revision,
    ...(answer.security ?? (isJson(answer) ? JSON_HEADERS : API_HEADERS)),
  ]
  if (identity.policy !== undefined) headers.push('Verbatim-Policy', identity.policy)
  if (answer.headers !== undefined) headers.push(...answer.headers)
  if (stream !== undefined) return sendStream(request, response, answer, { stream, headers, count })
  const { cached, body = cached?.text } = answer
  if (body === undefined) {
    if (answer.status !== 204 && answer.status !== 304) headers.push('Content-Length', '0')
    response.writeHead(answer.status, headers)
    response.end()
    return
  }
  headers.push('Content-Type', answer.type ?? JSON_TYPE)
  const isLong = body.length >= WORTH_PACKING
  if (isLong) headers.push('Vary', 'Accept-Encoding')
  const coding = isLong ? chooseCoding(request.headers['accept-encoding']) : undefined
  if (coding !== undefined) {
    const packed = await (cached?.packed(coding) ?? pack(body, coding, 'once'))
    headers.push('Content-Encoding', coding, 'Content-Length', String(packed.length))
    nameForm(headers, coding)
    response.writeHead(answer.status, headers)
    response.end(request.method === 'HEAD' ? undefined : packed)
    return
  }
  const length = Buffer.byteLength(body)
  headers.push('Content-Length', String(length))
  response.writeHead(answer.status, headers)
  if (request.method === 'HEAD') response.end()
  // As many bytes as characters: it is all ASCII, which is written as it lies.
  else response.end(body, length === body.length ? 'latin1' : 'utf8')
}

function isJson({ type, stream }: ApiResponse): boolean {
  return stream === undefined && (type === undefined || type === PROBLEM_TYPE)
}

async function sendStream(
  request: IncomingMessage,
  response: ServerResponse,
  { status, type = JSON_TYPE, length, streamLimit: milliseconds = TIME_LIMITS.response }: ApiResponse,
  { stream, headers, count }: SentStream,
): Promise<void> {
  const coding = length === undefined ? chooseCoding(request.headers['accept-encoding']) : undefined
  headers.push('Content-Type', type)
  if (length === undefined) headers.push('Vary', 'Accept-Encoding')
  else headers.push('Content-Length', String(length))
  if (coding !== undefined) headers.push('Content-Encoding', coding)
  response.writeHead(status, headers)
  if (request.method !== 'HEAD') return pipeResponse(response, stream, { coding, milliseconds, count })
  response.end()
}

interface SentStream {
  readonly stream: Readable
  readonly headers: string[]
  readonly count: (bytes: number) => void
}

function nameForm(headers: string[], coding: Compression): void {
  const at = headers.indexOf('ETag')
  if (at >= 0) headers[at + 1] = tagOfForm(headers[at + 1] ?? '', coding)
}
