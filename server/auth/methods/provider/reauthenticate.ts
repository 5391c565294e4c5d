// Re-authenticates a person by a fresh sign-in at a linked provider.
import type { AuthDependencies } from '../../auth-dependencies.ts'
import { identityKey } from './identity.ts'
import type { Claims } from './openid.ts'
import type { Provider } from './provider.ts'
import { providerRefused } from './provider.ts'
import type { SessionStart } from '../../sessions/sessions.ts'
import { renewSession } from '../../sessions/sessions.ts'

/** Longer than the whole way there and back may take. */
const ANEW_MILLISECONDS = 15 * 60 * 1000

/** A provider need not say when somebody signed in there; one that says it was long ago was not asked to, or did not care. */
export async function reauthenticateWithProvider(
  { storage }: AuthDependencies,
  { person, session, now }: { readonly person: string; readonly session: string; readonly now: string },
  provider: Provider,
  claims: Claims,
): Promise<SessionStart & { readonly person: string }> {
  const isOld = claims.signedInAt !== undefined && Date.parse(now) - claims.signedInAt > ANEW_MILLISECONDS
  if (isOld) throw providerRefused('provider_denied', provider)
  const renewed = await storage.write(async (transaction) => {
    const identity = await transaction.system('identity', identityKey(claims))
    if (identity?.person !== person) throw providerRefused('identity_other', provider)
    return renewSession(transaction, session, now, { proven_at: now })
  })
  if (renewed === undefined) throw providerRefused('flow_gone', provider)
  return renewed
}
