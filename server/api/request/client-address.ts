// Finds the client's address: of the connection, or as the trusted proxies forwarded it.
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** Undefined where the connection has ended. */
export type AddressOf = (request: IncomingMessage) => string | undefined

/** Warns once where `X-Forwarded-For` arrives and no proxy is trusted: everybody behind one counts as one address then. */
export function createAddressReader(
  trustedProxies: number,
  log: { warn(fields: object, message: string): void },
): AddressOf {
  let isWarned = false
  return (request) => {
    if (trustedProxies === 0 && !isWarned && request.headers['x-forwarded-for'] !== undefined) {
      isWarned = true
      log.warn({ trustedProxies }, UNASKED)
    }
    return clientAddress(request, trustedProxies)
  }
}

const UNASKED =
  'X-Forwarded-For arrives, and TRUSTED_PROXIES is 0: limits count all who come through a proxy as one. If a proxy of yours stands in front, say how many; if not, somebody made the header up. This is said once.'

/**
 * Each proxy adds to `X-Forwarded-For` the address that it was called from, so with `trustedProxies` of them the last but that many
 * was seen by the first of ours; what stands before it was written by anybody. Without proxies the header says nothing.
 */
function clientAddress(request: IncomingMessage, trustedProxies: number): string | undefined {
  const { remoteAddress } = request.socket
  const forwarded = trustedProxies === 0 ? undefined : request.headers['x-forwarded-for']
  if (forwarded === undefined) return remoteAddress
  const claimed = String(forwarded).split(',').slice(-trustedProxies)[0]?.trim() ?? ''
  return isIP(claimed) === 0 ? remoteAddress : claimed
}
