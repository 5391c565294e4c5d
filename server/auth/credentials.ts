// Which token a request shows: `Authorization: Bearer`, or the session's cookie; and how the cookie is set and cleared.
import type { IncomingMessage } from 'node:http'
import { isToken } from './token.ts'

export interface Credentials {
  readonly secret: string
  /** A cookie is sent by the browser unasked: writes with it must come from our own pages. */
  readonly byCookie: boolean
}

/** `malformed`: something was shown that can't be a token. */
export function readCredentials(
  request: IncomingMessage,
  publicUrl: string | undefined,
): Credentials | 'malformed' | undefined {
  const authorization = request.headers.authorization
  if (authorization !== undefined) {
    const secret = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
    return secret !== undefined && isToken(secret) ? { secret, byCookie: false } : 'malformed'
  }
  const cookies = request.headers.cookie
  if (cookies === undefined) return undefined
  const secret = cookieNamed(cookies, cookieName(request, publicUrl))
  // A cookie that is none of ours is no attempt to sign in.
  return secret !== undefined && isToken(secret) ? { secret, byCookie: true } : undefined
}

export function setCookie(
  request: IncomingMessage,
  publicUrl: string | undefined,
  secret: string,
  seconds: number,
): string {
  const name = cookieName(request, publicUrl)
  return `${name}=${secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${name === SECURE_NAME ? '; Secure' : ''}`
}

export function clearCookie(request: IncomingMessage, publicUrl: string | undefined): string {
  return setCookie(request, publicUrl, '', 0)
}

/** Without TLS only this machine's own browser may keep a session; everywhere else the cookie is bound to https and to this host. */
function cookieName(request: IncomingMessage, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl.startsWith('https:') ? SECURE_NAME : PLAIN_NAME
  return LOCAL.test(request.headers.host ?? '') ? PLAIN_NAME : SECURE_NAME
}

const SECURE_NAME = '__Host-session'
const PLAIN_NAME = 'session'
const LOCAL = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/

function cookieNamed(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}
