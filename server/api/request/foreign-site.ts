// Refuses requests by a name or a page that is not the application's own: DNS rebinding.
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { refused } from '../../policy/refused.ts'
import { isLocalHost } from '../../auth/sessions/cookies.ts'
import { isOwnOrigin } from './csrf.ts'

interface OwnAddress {
  readonly publicUrl: string | undefined
  readonly trustedProxies: number
}

/**
 * A page can let its own name lead to this server, and is then of one origin with it. It cannot choose an address in
 * numbers, nor `localhost`, nor what `PUBLIC_URL` says. A trusted proxy may ask by any name: it decides which names
 * lead here.
 */
export function refuseForeignSite(request: IncomingMessage, { publicUrl, trustedProxies }: OwnAddress): void {
  const { origin, host = '' } = request.headers
  const isOwnHost = trustedProxies > 0 || isLocalHost(request) || isNumeric(host) || isHostOf(publicUrl, host)
  if (!isOwnHost || (origin !== undefined && !isOwnOrigin(origin, request, publicUrl)))
    throw refused('foreign_site', { address: origin ?? host })
}

function isNumeric(host: string): boolean {
  const [, bracketed, name = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host) ?? []
  return isIP(bracketed ?? name) !== 0
}

function isHostOf(publicUrl: string | undefined, host: string): boolean {
  return publicUrl !== undefined && new URL(publicUrl).host === host.toLowerCase().replace(/:(?:80|443)$/, '')
}
