// Reads the token that a request shows, and sets and clears the session's cookie.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { isApiToken, isToken, keyOf } from '../token.ts'

export interface ShownToken {
  readonly secret: string
  /** Under which the server knows it. */
  readonly key: string
  /** A cookie is sent by the browser unasked: writes with it must come from our own pages. */
  readonly byCookie: boolean
}

/** `malformed`: something was shown that can't be a token. `word`: what the document says before a token, beside Bearer. */
export function readShownToken(
  request: IncomingMessage,
  publicUrl: string | undefined,
  word = 'Bearer',
): ShownToken | 'malformed' | undefined {
  const authorization = request.headers.authorization
  if (authorization !== undefined) return shownOn(request.socket, authorization, word)
  const secret = readCookieNamed(SESSION, request, publicUrl)
  // A cookie that is none of ours is no attempt to sign in.
  return secret !== undefined && isToken(secret) ? { secret, key: keyOf(secret), byCookie: true } : undefined
}

/** A program shows the same token with each request of its connection: it is read and hashed once. */
const SHOWN = new WeakMap<
  Socket,
  { readonly authorization: string; readonly word: string; readonly token: ShownToken | 'malformed' }
>()

function shownOn(socket: Socket, authorization: string, word: string): ShownToken | 'malformed' {
  const before = SHOWN.get(socket)
  if (before?.authorization === authorization && before.word === word) return before.token
  const token = readAuthorization(authorization, word)
  SHOWN.set(socket, { authorization, word, token })
  return token
}

function readAuthorization(authorization: string, word: string): ShownToken | 'malformed' {
  const [, scheme = '', secret] = /^([\w-]+) +(\S+)$/.exec(authorization) ?? []
  if (![word.toLowerCase(), 'bearer'].includes(scheme.toLowerCase())) return 'malformed'
  return secret !== undefined && (isToken(secret) || isApiToken(secret))
    ? { secret, key: keyOf(secret), byCookie: false }
    : 'malformed'
}

export function setCookie(
  request: IncomingMessage,
  publicUrl: string | undefined,
  secret: string,
  seconds: number,
): string {
  return setCookieNamed(SESSION, request, publicUrl, secret, seconds)
}

/** The name of a session's cookie where people open this address. */
export function sessionCookieName(publicUrl: string): string {
  return fullName(SESSION, publicUrl.startsWith('https:'))
}

export function clearCookie(request: IncomingMessage, publicUrl: string | undefined): string {
  return setCookie(request, publicUrl, '', 0)
}

/** The `Set-Cookie` of a cookie that scripts can't read; an empty one of 0 seconds clears it. */
export function setCookieNamed(
  name: string,
  request: IncomingMessage,
  publicUrl: string | undefined,
  value: string,
  seconds: number,
): string {
  const isSecure = isSecureSite(request, publicUrl)
  return `${fullName(name, isSecure)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`
}

export function readCookieNamed(
  name: string,
  request: IncomingMessage,
  publicUrl: string | undefined,
): string | undefined {
  const { cookie } = request.headers
  return cookie === undefined ? undefined : valueIn(cookie, fullName(name, isSecureSite(request, publicUrl)))
}

/** Without TLS only this machine's own browser may keep a cookie; everywhere else it is bound to https and to this host. */
export function isSecureSite(request: IncomingMessage, publicUrl: string | undefined): boolean {
  return publicUrl === undefined ? !isLocalHost(request) : publicUrl.startsWith('https:')
}

/** Is the host that the request names this machine? */
export function isLocalHost({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return LOCAL.test(headers.host ?? '')
}

function fullName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name
}

const SESSION = 'session'
const LOCAL = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/

function valueIn(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}
