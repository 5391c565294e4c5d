// Lists, links and unlinks a person's own identities at providers.
import type { ProviderItem } from '#shared/protocol/own-account.ts'
import { appendAudit } from '../../../records/audit/append-audit.ts'
import type { ActorContext } from '../../../records/records-dependencies.ts'
import { addressKey } from '../../address-key.ts'
import type { AuthDependencies } from '../../auth-dependencies.ts'
import type { ClientInfo } from '../../client-info.ts'
import { removeSignInMethod } from '../remove-sign-in-method.ts'
import { identityKey, identityOf, identityRow } from './identity.ts'
import type { Claims } from './openid.ts'
import type { Provider } from './provider.ts'
import { providerRefused, usableProviders } from './provider.ts'

/** All that can be linked here, in the order of the document. */
export async function listProviders(
  { storage, current, providers }: AuthDependencies,
  { actor }: ActorContext,
): Promise<readonly ProviderItem[]> {
  const rows = await storage.database.systemOf('identity', actor.person?.id ?? '')
  const identities = rows.map(identityOf)
  return usableProviders(current.running.model, providers).map(({ name, path }) => {
    const identity = identities.find(({ provider }) => provider === path)
    return { name, path, linked_at: identity?.createdAt ?? null }
  })
}

/**
 * Links an identity to the account of a signed-in person, who has returned in the browser and the account with which
 * the flow began.
 */
export async function linkIdentity(
  { storage, current }: AuthDependencies,
  person: string,
  provider: Provider,
  claims: Claims,
  client: ClientInfo,
  now: string,
): Promise<void> {
  const { revision } = current.running
  await storage.write(async (transaction) => {
    const known = await transaction.system('identity', identityKey(claims))
    if (known?.person === person) return
    if (known !== undefined) throw providerRefused('identity_taken', provider)
    await transaction.putSystem('identity', identityRow(claims, provider.path, person, now))
    const detail = { provider: provider.name }
    const address = addressKey(client.address)
    await appendAudit(transaction, { event: 'identity_linked', at: now, by: person, detail, address, revision })
  })
}

/** False: the person is not linked with this provider. */
export async function unlinkIdentity(
  dependencies: AuthDependencies,
  actorContext: ActorContext,
  provider: Provider,
  client: ClientInfo,
  session: string | undefined,
): Promise<boolean> {
  return removeSignInMethod(dependencies, actorContext, { session, client }, async (transaction, person) => {
    const identities = (await transaction.systemOf('identity', person)).map(identityOf)
    const linked = identities.filter((identity) => identity.provider === provider.path)
    if (linked.length === 0) return undefined
    for (const { key } of linked) await transaction.deleteSystem('identity', key)
    return { event: 'identity_unlinked', detail: { provider: provider.name } }
  })
}
