// Reads the request that is to be explained, and the person who would send it.
import { readObject } from '../request/json-body.ts'
import type { JsonBody } from '../request/json-body.ts'
import { badRequest } from '../request/bad-request.ts'

export interface ExplainedRequest {
  readonly method: string
  /** With its parameters: "/api/tickets?limit=5". */
  readonly path: string
  readonly body?: unknown
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string }
}

export interface ExplanationRequest {
  /** Id of a person; null: a person who is not signed in; undefined: the one who asks. */
  readonly person: string | null | undefined
  readonly call: ExplainedRequest
}

export function readExplanationRequest(body: JsonBody): ExplanationRequest {
  const { person, call, ...others } = readObject(body)
  const explained = readExplainedRequest(call)
  const isReadable = person === undefined || person === null || typeof person === 'string'
  if (explained !== undefined && isReadable && Object.keys(others).length === 0) return { person, call: explained }
  throw badRequest(
    'malformed',
    'The body is { "person"?: "…", "call": { "method": "POST", "path": "/api/…", "body"?: {…}, "headers"?: { "If-Match": "…" } } }.',
  )
}

function readExplainedRequest(value: unknown): ExplainedRequest | undefined {
  if (!isObject(value)) return undefined
  const { method, path, body, headers = {}, ...others } = value
  if (typeof method !== 'string' || typeof path !== 'string' || Object.keys(others).length > 0) return undefined
  if (!/^\/api(?:\/|\?|$)/.test(path) || !isObject(headers)) return undefined
  const named = Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text] as const)
  if (!named.every(([name, text]) => HEADERS.has(name) && typeof text === 'string')) return undefined
  return { method: method.toUpperCase(), path, body, headers: Object.fromEntries(named) as ExplainedRequest['headers'] }
}

/** Those on which an answer of the API depends beside who asks. */
const HEADERS: ReadonlySet<string> = new Set(['if-match', 'if-none-match', 'confirm', 'idempotency-key'])

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
