// Makes the request of a call inside another one: explanations, batches and agents use the API's own routes.
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

export interface InnerRequest {
  readonly body?: unknown
  /** Names in lower case. */
  readonly headers?: { readonly [name: string]: string }
}

/** As much of a request as handlers look at. The origin and the credentials are those of the outer request. */
export function makeInnerRequest(inner: InnerRequest, { headers: given, socket }: IncomingMessage): IncomingMessage {
  const parts = inner.body === undefined ? [] : [Buffer.from(JSON.stringify(inner.body))]
  const { host, origin, cookie, authorization } = given
  const outer = { host, origin, cookie, authorization, 'user-agent': given['user-agent'] }
  const headers = {
    ...outer,
    'sec-fetch-site': given['sec-fetch-site'],
    'content-type': 'application/json',
    ...inner.headers,
  }
  return Object.assign(Readable.from(parts, { objectMode: false }), { headers, socket }) as unknown as IncomingMessage
}
