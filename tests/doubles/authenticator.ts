// An authenticator app for tests: shows the code of a seed at a moment.
import { Secret, TOTP } from 'otpauth'

/** `at`: milliseconds since 1970. */
export function codeAt(seed: string, at: number): string {
  return new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp: at })
}
