// Lists the methods by which a person can re-authenticate.
import type { ReauthenticationBody, ReauthenticationMethod } from '#shared/protocol/reauthentication.ts'
import type { ActorContext } from '../../records/records-dependencies.ts'
import { hashOf } from '../account.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { mailSenderOf } from '../mail/mail-sender.ts'
import { identityOf } from '../methods/provider/identity.ts'
import { usableProviders } from '../methods/provider/provider.ts'
import { secondFactorOf } from '../second-factor/second-factor.ts'
import { isOffered } from '../sign-in-methods.ts'
import { recentFactorsOf } from '../sessions/require-reauthentication.ts'

export async function listReauthenticationMethods(
  dependencies: AuthDependencies,
  { actor, now }: ActorContext,
  session: string | undefined,
): Promise<ReauthenticationBody> {
  const { storage, current, providers } = dependencies
  const { model } = current.running
  const { database } = storage
  const person = actor.person?.id ?? ''
  const [account] = await database.systemOf('account', person)
  const linked = new Set((await database.systemOf('identity', person)).map((row) => identityOf(row).provider))
  const has: { readonly [kind in Exclude<ReauthenticationMethod['kind'], 'provider'>]: boolean } = {
    password: isOffered(model, 'password') && hashOf(account) !== undefined,
    passkey: isOffered(model, 'passkey') && (await database.systemOf('passkey', person)).length > 0,
    code: (await secondFactorOf(database, person)) !== undefined,
    link: isOffered(model, 'link') && account !== undefined && mailSenderOf(dependencies) !== undefined,
  }
  const ofProviders = usableProviders(model, providers).filter(({ path }) => linked.has(path))
  const kinds = ['password', 'passkey', 'code', 'link'] as const
  return {
    methods: [
      ...kinds.filter((kind) => has[kind]).map((kind) => ({ kind })),
      ...ofProviders.map(({ name, path }) => ({ kind: 'provider' as const, name, path })),
    ],
    shown: await recentFactorsOf(database, session, now),
  }
}
