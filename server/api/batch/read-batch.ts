// Reads the body of a batch: its calls, each with a method, a path and a body.
import { badRequest } from '../request/bad-request.ts'
import type { JsonBody } from '../request/json-body.ts'
import { readObject } from '../request/json-body.ts'

export interface BatchCall {
  readonly method: string
  /** "/api/tickets/0198…". */
  readonly path: string
  readonly body?: unknown
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string }
}

export const MOST_BATCH_CALLS = 1_000

/** Throws a 400 that names the first call that can't be read. */
export function readBatch(body: JsonBody): readonly BatchCall[] {
  const { calls, ...others } = readObject(body)
  if (!Array.isArray(calls) || Object.keys(others).length > 0) throw badRequest('malformed', FORM)
  if (calls.length === 0) throw badRequest('malformed', 'A batch has at least one call.')
  if (calls.length > MOST_BATCH_CALLS)
    throw badRequest('too_large', `A batch has at most ${MOST_BATCH_CALLS} calls; this one has ${calls.length}.`, {
      status: 413,
    })
  return calls.map((call: unknown, index) => readBatchCall(call, index))
}

const FORM =
  'The body is { "calls": [{ "method": "POST", "path": "/api/…", "body"?: {…}, "headers"?: { "If-Match": "…" } }] }.'

function readBatchCall(value: unknown, index: number): BatchCall {
  const malformed = (message: string) => badRequest('malformed', `calls[${index}]: ${message}`, { call: index })
  if (!isObject(value)) throw malformed(FORM)
  const { method, path, body, headers = {}, ...others } = value
  const unknown = Object.keys(others)[0]
  if (unknown !== undefined) throw malformed(`there is no member "${unknown}"; known are method, path, body, headers.`)
  if (typeof method !== 'string' || !METHODS.has(method.toUpperCase()))
    throw malformed('method is POST, PATCH or DELETE: a batch changes records.')
  if (typeof path !== 'string' || !/^\/api\/[^?#]+$/.test(path))
    throw malformed('path is the path of a record, such as "/api/tickets", without parameters.')
  if (body !== undefined && !isObject(body)) throw malformed('body is an object.')
  if (!isObject(headers)) throw malformed('headers is an object of texts.')
  const named = Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text] as const)
  if (!named.every(([name, text]) => HEADERS.has(name) && typeof text === 'string'))
    throw malformed('headers may hold If-Match and Confirm, as texts.')
  return {
    method: method.toUpperCase(),
    path,
    ...(body === undefined ? {} : { body }),
    headers: Object.fromEntries(named) as BatchCall['headers'],
  }
}

const METHODS: ReadonlySet<string> = new Set(['POST', 'PATCH', 'DELETE'])
const HEADERS: ReadonlySet<string> = new Set(['if-match', 'confirm'])

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
