// Tells whether a request comes from a browser on this machine, and through no proxy or tunnel.
import type { IncomingMessage } from 'node:http'
import { isLocalHost } from '../../auth/sessions/cookies.ts'

/**
 * The address of the connection says nothing: a tunnel (`ssh -R`, ngrok) and a proxy on this machine come from here too. They
 * pass on the host that was asked for, add a header of their own, or speak HTTP/1.0, as nginx does when nothing is configured.
 */
export function isLocalRequest(request: IncomingMessage): boolean {
  return isLocalHost(request) && request.httpVersion !== '1.0' && Object.keys(proxyHeaders(request)).length === 0
}

/** Returns the headers that only proxies add, by name in lower case. */
export function proxyHeaders({ headers }: IncomingMessage): { readonly [name: string]: string } {
  const added = Object.entries(headers).filter(([name]) => PROXY_HEADER.test(name))
  return Object.fromEntries(added.map(([name, value]) => [name, String(value)]))
}

const PROXY_HEADER = /^(?:forwarded|x-forwarded-.*|x-real-ip|via|cf-connecting-ip)$/
