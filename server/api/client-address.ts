// The address that a request comes from: of the connection, or as told by as many proxies as the owner says stand in front.
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * Each proxy adds to `X-Forwarded-For` the address that it was called from, so with `trustedProxies` of them the last but that many
 * was seen by the first of ours; what stands before it was written by anybody. Without proxies the header says nothing.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string | undefined {
  const { remoteAddress } = request.socket
  const forwarded = trustedProxies === 0 ? undefined : request.headers['x-forwarded-for']
  if (forwarded === undefined) return remoteAddress
  const told = String(forwarded).split(',').slice(-trustedProxies)[0]?.trim() ?? ''
  return isIP(told) === 0 ? remoteAddress : told
}
