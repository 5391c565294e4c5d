// Which ways of signing in the document offers, and which a person has.
import { signInCite } from '#shared/decisions/6-accounts.ts'
import type { Model } from '#shared/model/model.ts'
import { Refused } from '../records/refused.ts'
import type { Reader } from '../storage/storage.ts'
import { hashOf } from './account.ts'

export function isOffered({ access }: Model, kind: 'password' | 'passkey' | 'link'): boolean {
  return access.signIn.some((way) => way.kind === kind)
}

/** What the document does not list is not there for anybody. */
export function requireOffered(model: Model, kind: 'password' | 'passkey' | 'link'): void {
  if (isOffered(model, kind)) return
  throw new Refused({
    code: 'way_not_offered',
    status: 403,
    message: `Nobody signs in to this application with a ${kind === 'link' ? 'link by e-mail' : kind}.`,
    errors: [],
    cites: signInCite(model),
    remedy: 'Sign in in another way that the sign-in page offers.',
  })
}

/** How many of the ways that the document offers a person has: a password, and each passkey and linked provider. */
async function countWays(reader: Reader, model: Model, person: string): Promise<number> {
  const [account] = await reader.systemOf('account', person)
  const passkeys = isOffered(model, 'passkey') ? await reader.systemOf('passkey', person) : []
  const identities = await reader.systemOf('identity', person)
  const providers = new Set(model.access.signIn.flatMap((way) => (way.kind === 'provider' ? [way.path] : [])))
  const linked = identities.filter(({ value }) => providers.has(String(value['provider'])))
  return Number(isOffered(model, 'password') && hashOf(account) !== undefined) + passkeys.length + linked.length
}

/** To be asked in the transaction that has taken one away: somebody who has none left could never sign in again. */
export async function requireWayLeft(reader: Reader, model: Model, person: string): Promise<void> {
  if ((await countWays(reader, model, person)) > 0) return
  throw new Refused({
    code: 'last_way',
    status: 409,
    message: 'It is the only way that you have to sign in. Add another one before you remove it.',
    errors: [],
  })
}
