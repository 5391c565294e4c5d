// Creates opaque tokens: 256 random bits for the holder, their SHA-256 hash for the server.
import { hash, randomBytes } from 'node:crypto'

export interface OpaqueToken {
  /** Shown once, to its holder. */
  readonly secret: string
  /** The key under which the server knows it. */
  readonly key: string
}

export function createToken(): OpaqueToken {
  const secret = randomBytes(32).toString('base64url')
  return { secret, key: keyOf(secret) }
}

/** The key of a secret that somebody shows. */
export function keyOf(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

/** Marks an API token, so that scanners of source code find one that was left there. */
const API_TOKEN_PREFIX = 'vb_'

export function createApiToken(): OpaqueToken {
  const secret = API_TOKEN_PREFIX + randomBytes(32).toString('base64url')
  return { secret, key: keyOf(secret) }
}

/** An API token, as against the token of a session. */
export function isApiToken(text: string): boolean {
  return text.length === 46 && /^vb_[\w-]{43}$/.test(text)
}

/** Does it look like a token at all? Anything else costs no look-up. */
export function isToken(text: string): boolean {
  return text.length === 43 && /^[\w-]{43}$/.test(text)
}
