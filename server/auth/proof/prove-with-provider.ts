// Proof by a provider: whoever came back signed in there anew, as somebody whose account here the session belongs to.
import type { AuthDependencies } from '../dependencies.ts'
import { identityKey } from '../providers/identity.ts'
import type { Claims } from '../providers/openid.ts'
import type { Provider } from '../providers/provider.ts'
import { providerRefused } from '../providers/provider.ts'
import type { SessionStart } from '../sessions.ts'
import { renewSession } from '../sessions.ts'

/** Longer than the whole way there and back may take. */
const ANEW_MILLISECONDS = 15 * 60 * 1000

/** A provider need not say when somebody signed in there; one that says it was long ago was not asked to, or did not care. */
export async function proveWithProvider(
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
