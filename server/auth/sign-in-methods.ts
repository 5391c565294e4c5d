// Lists the sign-in methods that the document offers and those that a person has.
import { signInCitation } from '#shared/policy/account-citations.ts'
import type { Model } from '#shared/model/model.ts'
import type { DatabaseHandle } from '../storage/database-handle.ts'
import { hashOf } from './account.ts'
import { refused } from '../policy/refused.ts'

export type SignInMethod = 'password' | 'passkey' | 'provider' | 'link'

export function isOffered({ accountPolicy }: Model, kind: 'password' | 'passkey' | 'link'): boolean {
  return accountPolicy.signIn.some((way) => way.kind === kind)
}

/** Throws if the document does not list this sign-in method. */
export function requireOffered(model: Model, kind: 'password' | 'passkey' | 'link'): void {
  if (isOffered(model, kind)) return
  throw refused('sign_in_method_not_offered', { way: { says: WAYS[kind] } }, { cites: signInCitation(model) })
}

const WAYS = {
  password: { en: 'password', de: 'Passwort' },
  passkey: { en: 'passkey', de: 'Passkey' },
  link: { en: 'link by email', de: 'Link per E-Mail' },
}

/** How many of the ways that the document offers a person has: a password, and each passkey and linked provider. */
async function countSignInMethods(database: DatabaseHandle, model: Model, person: string): Promise<number> {
  const [account] = await database.systemOf('account', person)
  const passkeys = isOffered(model, 'passkey') ? await database.systemOf('passkey', person) : []
  const identities = await database.systemOf('identity', person)
  const providers = new Set(model.accountPolicy.signIn.flatMap((way) => (way.kind === 'provider' ? [way.path] : [])))
  const linked = identities.filter(({ value }) => providers.has(String(value['provider'])))
  return Number(isOffered(model, 'password') && hashOf(account) !== undefined) + passkeys.length + linked.length
}

/** To be asked in the transaction that has taken one away: somebody who has none left could never sign in again. */
export async function requireMethodLeft(database: DatabaseHandle, model: Model, person: string): Promise<void> {
  if ((await countSignInMethods(database, model, person)) > 0) return
  throw refused('last_sign_in_method')
}
