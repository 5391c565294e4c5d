// Limits how many connections one network may hold open, so that nobody takes all that the process may have.
import type { Server } from 'node:http'
import { addressKey } from '../auth/address-key.ts'

/** An office behind one address, six for each browser; a process usually may have 1,024 files open. */
export const MOST_CONNECTIONS = 256

interface ConnectionLimitOptions {
  readonly most?: number
  /** Behind proxies of the owner's all connections are theirs: they limit those who come to them. */
  readonly trustedProxies: number
  readonly log: { warn(fields: object, message: string): void }
}

/** A connection beyond it is closed before anything of it is read. The first time is logged. */
export function limitConnections(
  server: Server,
  { most = MOST_CONNECTIONS, trustedProxies, log }: ConnectionLimitOptions,
): void {
  if (trustedProxies > 0) return
  const counts = new Map<string, number>()
  let isLogged = false
  server.on('connection', (socket) => {
    const network = addressKey(socket.remoteAddress)
    const count = counts.get(network) ?? 0
    if (count >= most) {
      socket.destroy()
      if (!isLogged) log.warn({ address: network, most }, BEYOND)
      isLogged = true
      return
    }
    counts.set(network, count + 1)
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1
      if (left === 0) counts.delete(network)
      else counts.set(network, left)
    })
  })
}

const BEYOND =
  'More connections come from one address than it may hold open: they are closed. If a proxy of yours stands in front, say so by TRUSTED_PROXIES. This is said once.'
