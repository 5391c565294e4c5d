// Reads and writes the messages of JSON-RPC 2.0, one request at a time.
import { badRequest } from '../request/bad-request.ts'
import type { JsonBody } from '../request/json-body.ts'
import type { ApiResponse } from '../response/response.ts'
import { jsonResponse } from '../response/response.ts'

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

/** Throws a 400 for what is no message, or several at once. */
export function readRpcRequest({ value }: JsonBody): RpcRequest {
  const form = 'The body is one JSON-RPC 2.0 message: { "jsonrpc": "2.0", "id": 1, "method": "…", "params"?: {…} }.'
  if (!isObject(value) || value['jsonrpc'] !== '2.0') throw badRequest('malformed', form)
  const { method, params = {}, id } = value
  const isId = id === undefined || typeof id === 'string' || (typeof id === 'number' && Number.isInteger(id))
  if (typeof method !== 'string' || !isObject(params) || !isId) throw badRequest('malformed', form)
  return { method, params, id }
}

export function rpcResult(id: RpcRequest['id'], result: object): ApiResponse {
  return jsonResponse(200, { jsonrpc: '2.0', id, result })
}

export function rpcError(id: RpcRequest['id'], { code, message }: RpcError): ApiResponse {
  return jsonResponse(200, { jsonrpc: '2.0', id: id ?? null, error: { code, message } })
}

export function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
