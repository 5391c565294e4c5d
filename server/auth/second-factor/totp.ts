// Verifies codes of an authenticator app (RFC 6238): six digits, 30 seconds, one step of clock drift.
import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30
const STEPS_OFF = 1

/** 160 random bits, in Base32. */
export function createSeed(): string {
  return new Secret({ size: 20 }).base32
}

/** Makes the URI that the authenticator app reads from the QR code: `otpauth://totp/…`. */
export function seedUri(seed: string, issuer: string, label: string): string {
  // Authenticator apps take a colon for the end of the issuer.
  return totpOf(seed, issuer.replaceAll(':', ' '), label.replaceAll(':', ' ')).toString()
}

/** The time step that a code belongs to; undefined: it is none of now. */
export function stepOfCode(seed: string, code: string, now: string): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const timestamp = Date.parse(now)
  const delta = totpOf(seed).validate({ token: code, timestamp, window: STEPS_OFF })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
}

function totpOf(seed: string, issuer = '', label = ''): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(seed), digits: 6, period: PERIOD_SECONDS })
}
