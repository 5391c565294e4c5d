// Adds CORS headers to the calls of the document that point 7 opens to pages of other origins.
import type { IncomingMessage } from 'node:http'
import type { RunningDocument } from '../../document/current-document.ts'
import type { ApiResponse } from '../response/response.ts'

/** May a page of this origin make the document's calls? */
export function answersCors({ model }: RunningDocument, origin: string | undefined): boolean {
  const { cors } = model.callSettings
  return origin !== undefined && (cors.includes('*') || cors.includes(origin.toLowerCase()))
}

/** Adds the CORS headers for an address that has calls of the document; `methods` are the methods of that address. */
export function addCorsHeaders(
  running: RunningDocument,
  { headers: { origin, 'access-control-request-headers': wanted }, method }: IncomingMessage,
  methods: readonly string[],
  answer: ApiResponse,
): ApiResponse {
  const isForAnyone = running.model.callSettings.cors.includes('*')
  const vary = isForAnyone ? [] : ['Vary', 'Origin']
  const before = [...(answer.headers ?? []), ...vary]
  if (!answersCors(running, origin)) return { ...answer, headers: before }
  const asked = typeof wanted === 'string' && HEADER_NAMES.test(wanted) ? wanted : 'Authorization, Content-Type'
  const preflight =
    method === 'OPTIONS'
      ? [
          ...['Access-Control-Allow-Methods', methods.join(', ')],
          ...['Access-Control-Allow-Headers', asked, 'Access-Control-Max-Age', '600'],
        ]
      : ['Access-Control-Expose-Headers', 'Location, ETag, Retry-After, X-Request-Id']
  return {
    ...answer,
    headers: [...before, 'Access-Control-Allow-Origin', isForAnyone ? '*' : String(origin), ...preflight],
  }
}

const HEADER_NAMES = /^[\w\-, ]{1,500}$/
