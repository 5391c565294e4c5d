// Re-authenticates a session with one or several factors, and gives it a new token.
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { ActorContext } from '../../records/records-dependencies.ts'
import { addressKey } from '../address-key.ts'
import { limitAttempts } from '../rate-limit/limit-attempts.ts'
import type { CountedAttempt } from '../rate-limit/limit-attempts.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import type { ClientInfo } from '../client-info.ts'
import { redeemLink } from '../methods/link/one-time-link.ts'
import { verifyReauthentication } from '../methods/passkey/reauthenticate.ts'
import { countUse } from '../methods/passkey/verify-passkey.ts'
import { requirePassword } from '../methods/password/reauthenticate.ts'
import { redeemCode } from '../second-factor/verify-code.ts'
import type { SessionStart } from '../sessions/sessions.ts'
import { renewSession } from '../sessions/sessions.ts'
import { requireOffered } from '../sign-in-methods.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import type { Refused } from '../../policy/refused.ts'
import { refused, refusedFields } from '../../policy/refused.ts'

/** The factors that a person presents: at least one. All that are given must be valid, and then they count together. */
export interface ReauthenticationRequest {
  readonly password?: string
  /** Code of the authenticator app, or a recovery code. */
  readonly code?: string
  /** The secret of a link that was sent for it. */
  readonly link?: string
  /** Response of the authenticator, as the browser received it. */
  readonly passkey?: unknown
}

export async function completeReauthentication(
  dependencies: AuthDependencies,
  { actor, now }: ActorContext,
  given: ReauthenticationRequest,
  { session, client, origin }: { readonly session: string; readonly client: ClientInfo; readonly origin: string },
): Promise<SessionStart & { readonly person: string }> {
  const { storage, current } = dependencies
  const { model, revision } = current.running
  const { password, code, link } = given
  const person = actor.person?.id ?? ''
  if (password !== undefined) requireOffered(model, 'password')
  if (link !== undefined) requireOffered(model, 'link')
  const tries: CountedAttempt[] = []
  const count = async (kind: Parameters<typeof limitAttempts>[1]) =>
    tries.push(await limitAttempts(dependencies, kind, person, client, now))
  if (password !== undefined) {
    await count('sign-in')
    await requirePassword(dependencies, person, { password, field: 'password' }, client, now)
  }
  if (code !== undefined) await count('second factor')
  if (link !== undefined) await count('link')
  const passkey =
    given.passkey === undefined
      ? undefined
      : await verifyReauthentication(dependencies, person, given.passkey, origin, now)
  if (given.passkey !== undefined && passkey === undefined) throw passkeyRefused()
  const renewed = await storage.write(async (transaction) => {
    if (code !== undefined && (await redeemCode(transaction, dependencies, person, code, now)) === undefined) {
      const note = {
        at: now,
        by: person,
        detail: { way: 'code' },
        address: addressKey(client.address),
        revision,
      } as const
      await appendAudit(transaction, { event: 'proof_failed', ...note })
      return 'wrong code'
    }
    if (link !== undefined && (await redeemLink(transaction, 'proof', link, now)) !== person) throw linkOfAnother()
    if (passkey !== undefined && !(await countUse(transaction, passkey, now))) throw passkeyRefused()
    const isFirst = password !== undefined || link !== undefined || passkey !== undefined
    const isSecond = code !== undefined || passkey !== undefined
    return renewSession(transaction, session, now, {
      ...(isFirst ? { proven_at: now } : {}),
      // With the factor that it was begun with, that makes two.
      ...(isSecond ? { second_proven_at: now, strong: true } : {}),
    })
  })
  if (renewed === 'wrong code') throw refusedFields('invalid', [fieldError('code', 'wrong_factor_code')])
  if (renewed === undefined) throw refused('not_signed_in')
  for (const each of tries) await each.succeed()
  return renewed
}

function passkeyRefused(): Refused {
  return refusedFields('invalid', [fieldError('passkey', 'wrong_passkey')])
}

function linkOfAnother(): Refused {
  return refusedFields('invalid', [fieldError('link', 'link_of_another')])
}
