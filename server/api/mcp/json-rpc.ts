// Reads and writes the messages of JSON-RPC 2.0, one request at a time.
import { MOST_CHARACTERS } from '#shared/text/characters/bounded-text.ts'
import type { ApiResponse } from '../response/response.ts'
import { jsonResponse } from '../response/response.ts'
import type { BodySchema } from '../routes/body-schema.ts'
import { openObject, text } from '../routes/body-schema.ts'

export interface RpcRequest {
  readonly method: string
  readonly params: { readonly [name: string]: unknown }
  /** Absent in a notification, which gets no response. */
  readonly id: string | number | undefined
}

export const METHOD_NOT_FOUND = -32_601
export const INVALID_PARAMS = -32_602
/** The code that the protocol has for resources that are not there. */
export const RESOURCE_NOT_FOUND = -32_002

/** Becomes the error of a response. */
export class RpcError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

const ID: BodySchema<string | number> = { type: ['string', 'integer'], maxLength: MOST_CHARACTERS.line }

/** One message: several at once are refused. */
export const RPC_MESSAGE = openObject(
  { jsonrpc: text({ const: '2.0' }), method: text() },
  { id: ID, params: openObject({}) },
)

export function rpcResult(id: RpcRequest['id'], result: object): ApiResponse {
  return jsonResponse(200, { jsonrpc: '2.0', id, result })
}

export function rpcError(id: RpcRequest['id'], { code, message }: RpcError): ApiResponse {
  return jsonResponse(200, { jsonrpc: '2.0', id: id ?? null, error: { code, message } })
}

export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
