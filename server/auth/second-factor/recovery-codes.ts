// Creates recovery codes: ten, each valid once, kept as hashes.
import { hash, randomBytes } from 'node:crypto'

const HOW_MANY = 10
/** 80 bits: a hash of it can't be guessed back. */
const BYTES = 10
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567'

export interface RecoveryCodes {
  /** Shown once. */
  readonly codes: readonly string[]
  readonly hashes: readonly string[]
}

export function createRecoveryCodes(): RecoveryCodes {
  const codes = Array.from({ length: HOW_MANY }, createCode)
  return { codes, hashes: codes.map(hashOfCode) }
}

/** However it was typed: capitals, blanks and hyphens don't matter. */
export function hashOfCode(code: string): string {
  return hash('sha256', code.toLowerCase().replaceAll(/[^a-z2-7]/g, ''), 'base64url')
}

/** "abcd-efgh-ijkl-mnop" */
function createCode(): string {
  const bits = [...randomBytes(BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = bits.match(/.{5}/g)?.map((five) => LETTERS[Number.parseInt(five, 2)] ?? '') ?? []
  return (letters.join('').match(/.{4}/g) ?? []).join('-')
}
