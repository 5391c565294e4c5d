// In what ways a person can prove to be it: what he has, as far as the document offers it.
import type { ProofBody, ProofWay } from '#shared/protocol/proof.ts'
import type { Acting } from '../../records/dependencies.ts'
import { hashOf } from '../account.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { postOf } from '../links/post.ts'
import { identityOf } from '../providers/identity.ts'
import { usableProviders } from '../providers/provider.ts'
import { secondFactorOf } from '../second-factor/second-factor.ts'
import { isOffered } from '../ways.ts'
import { shownJustNow } from './require-proof.ts'

export async function listProofWays(
  dependencies: AuthDependencies,
  { actor, now }: Acting,
  session: string | undefined,
): Promise<ProofBody> {
  const { storage, current, providers } = dependencies
  const { model } = current.running
  const { reader } = storage
  const person = actor.person?.id ?? ''
  const [account] = await reader.systemOf('account', person)
  const linked = new Set((await reader.systemOf('identity', person)).map((row) => identityOf(row).provider))
  const has: { readonly [kind in Exclude<ProofWay['kind'], 'provider'>]: boolean } = {
    password: isOffered(model, 'password') && hashOf(account) !== undefined,
    passkey: isOffered(model, 'passkey') && (await reader.systemOf('passkey', person)).length > 0,
    code: (await secondFactorOf(reader, person)) !== undefined,
    link: isOffered(model, 'link') && account !== undefined && postOf(dependencies) !== undefined,
  }
  const ofProviders = usableProviders(model, providers).filter(({ path }) => linked.has(path))
  const kinds = ['password', 'passkey', 'code', 'link'] as const
  return {
    ways: [
      ...kinds.filter((kind) => has[kind]).map((kind) => ({ kind })),
      ...ofProviders.map(({ name, path }) => ({ kind: 'provider' as const, name, path })),
    ],
    shown: await shownJustNow(reader, session, now),
  }
}
