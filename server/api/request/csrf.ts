// Refuses cross-site writes: a request with a cookie must come from this origin.
import type { IncomingMessage } from 'node:http'
import { refused } from '../../policy/refused.ts'

/** `byCookie`: it is the cookie that says who asks; then the browser must say where the request comes from. */
export function refuseForeignOrigin(request: IncomingMessage, publicUrl: string | undefined, byCookie: boolean): void {
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  const isForeignSite = site !== undefined && site !== 'same-origin'
  const isForeignOrigin = origin !== undefined && !isOwnOrigin(origin, request, publicUrl)
  const isUnsaid = byCookie && site === undefined && origin === undefined
  if (isForeignSite || isForeignOrigin || isUnsaid) {
    throw refused('foreign_origin')
  }
}

export function isOwnOrigin(origin: string, request: IncomingMessage, publicUrl: string | undefined): boolean {
  if (publicUrl !== undefined) return origin === publicUrl
  return origin === `http://${request.headers.host}` || origin === `https://${request.headers.host}`
}
