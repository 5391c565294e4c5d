// Makes the request of a call inside another one: explanations, batches and agents use the API's own routes.
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { proxyHeaders } from './local-request.ts'

export interface InnerRequest {
  readonly body?: unknown
  /** A body that is no JSON; its type stands in the headers. */
  readonly bytes?: Buffer
  /** Names in lower case. */
  readonly headers?: { readonly [name: string]: string }
}

/**
 * Makes the parts of a request that handlers use. The origin, the credentials and the proxy headers are copied from
 * the outer request.
 */
export function makeInnerRequest(inner: InnerRequest, asked: IncomingMessage): IncomingMessage {
  const { headers: given, socket, httpVersion } = asked
  const json = inner.body === undefined ? [] : [Buffer.from(JSON.stringify(inner.body))]
  const parts = inner.bytes === undefined ? json : [inner.bytes]
  const { host, origin, cookie, authorization } = given
  const outer = { host, origin, cookie, authorization, 'user-agent': given['user-agent'] }
  const headers = {
    ...outer,
    'sec-fetch-site': given['sec-fetch-site'],
    'content-type': 'application/json',
    ...inner.headers,
    ...proxyHeaders(asked),
  }
  return Object.assign(Readable.from(parts, { objectMode: false }), {
    headers,
    socket,
    httpVersion,
  }) as unknown as IncomingMessage
}
