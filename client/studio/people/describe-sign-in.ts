// Describes the sign-in methods of a person in a few words.
import type { PersonItem } from '#shared/protocol/people.ts'

type SignInSummary = Pick<PersonItem, 'hasPassword' | 'hasSecondFactor' | 'passkeys' | 'identities'>

/** "Password with a second factor, 2 passkeys"; "No way to sign in yet". */
export function describeSignInMethods({ hasPassword, hasSecondFactor, passkeys, identities }: SignInSummary): string {
  const ways = [
    ...(hasPassword ? [hasSecondFactor ? 'password with a second factor' : 'password'] : []),
    ...(passkeys > 0 ? [count(passkeys, 'passkey')] : []),
    ...(identities > 0 ? [count(identities, 'linked account')] : []),
  ]
  const said = ways.join(', ')
  return said === '' ? 'No way to sign in yet' : said.charAt(0).toUpperCase() + said.slice(1)
}

export function count(number: number, noun: string): string {
  return number === 1 ? `a ${noun}` : `${number} ${noun}s`
}
