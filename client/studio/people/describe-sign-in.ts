// Describes the sign-in methods of a person in a few words.
import type { PersonItem } from '#shared/protocol/people.ts'
import { say, sayCount } from '../../words/say.ts'

type SignInSummary = Pick<PersonItem, 'hasPassword' | 'hasSecondFactor' | 'passkeys' | 'identities'>

/** "Password with a second factor, 2 passkeys"; "No way to sign in yet". */
export function describeSignInMethods({ hasPassword, hasSecondFactor, passkeys, identities }: SignInSummary): string {
  const ways = [
    ...(hasPassword ? [hasSecondFactor ? say('password with a second factor') : say('password')] : []),
    ...(passkeys > 0 ? [sayPasskeys(passkeys)] : []),
    ...(identities > 0 ? [sayCount(identities, 'a linked account', '{count} linked accounts')] : []),
  ]
  const said = ways.join(', ')
  return said === '' ? say('No way to sign in yet') : said.charAt(0).toUpperCase() + said.slice(1)
}

export function sayPasskeys(count: number): string {
  return sayCount(count, 'a passkey', '{count} passkeys')
}
