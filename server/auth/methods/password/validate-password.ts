// Validates a new password: length, known breaches, and no name of the person or application.
import type { FieldError } from '#shared/decisions/decision.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '#shared/points/6-roles/password-length.ts'
import { normalizeText } from '#shared/text/characters/bounded-text.ts'

/**
 * Finds the problem with a new password, or returns undefined. `about` lists what an attacker would try first: the
 * person's name and address, and the application's name. `least` is the number of characters that point 6 asks for.
 */
export async function findPasswordProblem(
  password: unknown,
  about: readonly string[],
  least: number,
): Promise<FieldError | undefined> {
  if (typeof password !== 'string' || !password.isWellFormed()) return fieldError('password', 'password_no_text')
  const length = [...password].length
  if (length < least) return fieldError('password', 'password_too_short', { least })
  if (length > LONGEST_PASSWORD) return fieldError('password', 'password_too_long', { most: LONGEST_PASSWORD })
  const plain = fold(password)
  if (new Set(plain).size < 3 || (await breachedPasswords()).has(plain)) return fieldError('password', 'weak_password')
  if (isAbout(plain, about)) return fieldError('password', 'password_about_person')
  return undefined
}

function fold(text: string): string {
  return normalizeText(text, 'NFKC').toLowerCase()
}

/** "Eva Klein", "eva.klein@example.com", "evaklein1987!": nothing remains but what is known. */
function isAbout(plain: string, about: readonly string[]): boolean {
  const bare = lettersOf(plain)
  const known = about.map(fold).flatMap((text) => [text, text.split('@')[0] ?? '', ...text.split(/[\s@]+/)])
  return known.some((word) => word.length > 3 && (plain === word || (bare.length > 3 && bare === lettersOf(word))))
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}]+/gu, '')
}

let breached: Promise<ReadonlySet<string>> | undefined

/** Loaded when the first password is chosen (60 ms, 5 MB), so that starting stays quick; what is too short is refused anyway. */
function breachedPasswords(): Promise<ReadonlySet<string>> {
  return (breached ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const words: readonly (string | number)[] = dictionary['passwords-common']
    return new Set(words.map((word) => fold(String(word))).filter((word) => word.length >= SHORTEST_PASSWORD))
  }))
}
