// Whoever is signed in shows a factor again, or several at once; the session goes on under another token, as one that has been proven.
import { refusal } from '#shared/decisions/8-errors.ts'
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { Acting } from '../../records/dependencies.ts'
import { Refused } from '../../records/refused.ts'
import { addressKey } from '../attempts.ts'
import { countTry } from '../count-try.ts'
import type { Try } from '../count-try.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { From } from '../from.ts'
import { useLink } from '../links/one-time-link.ts'
import { readProof } from '../passkeys/passkey-as-proof.ts'
import { countUse } from '../passkeys/use-passkey.ts'
import { requirePassword } from '../passwords/show-password.ts'
import { useCode } from '../second-factor/use-code.ts'
import type { SessionStart } from '../sessions.ts'
import { renewSession } from '../sessions.ts'
import { requireOffered } from '../ways.ts'

/** At least one; all that are given must be right, and then count together. */
export interface GivenProof {
  readonly password?: string
  /** Of the authenticator app, or a recovery code. */
  readonly code?: string
  /** The secret of a link that was sent for it. */
  readonly link?: string
  /** What the browser got of the authenticator. */
  readonly passkey?: unknown
}

export async function giveProof(
  dependencies: AuthDependencies,
  { actor, now }: Acting,
  given: GivenProof,
  { session, from, origin }: { readonly session: string; readonly from: From; readonly origin: string },
): Promise<SessionStart & { readonly person: string }> {
  const { storage, current } = dependencies
  const { model, revision } = current.running
  const { password, code, link } = given
  const person = actor.person?.id ?? ''
  if (password !== undefined) requireOffered(model, 'password')
  if (link !== undefined) requireOffered(model, 'link')
  const tries: Try[] = []
  const count = (kind: Parameters<typeof countTry>[1]) => tries.push(countTry(dependencies, kind, person, from, now))
  if (password !== undefined) {
    count('sign-in')
    await requirePassword(dependencies, person, { password, field: 'password' }, from, now)
  }
  if (code !== undefined) count('second factor')
  if (link !== undefined) count('link')
  const passkey =
    given.passkey === undefined ? undefined : await readProof(dependencies, person, given.passkey, origin, now)
  if (given.passkey !== undefined && passkey === undefined) throw passkeyRefused(dependencies)
  const renewed = await storage.write(async (transaction) => {
    if (code !== undefined && (await useCode(transaction, dependencies, person, code, now)) === undefined) {
      const note = {
        at: now,
        by: person,
        detail: { way: 'code' },
        address: addressKey(from.address),
        revision,
      } as const
      await appendAudit(transaction, { event: 'proof_failed', ...note })
      return 'wrong code'
    }
    if (link !== undefined && (await useLink(transaction, 'proof', link, now)) !== person)
      throw linkOfAnother(dependencies)
    if (passkey !== undefined && !(await countUse(transaction, passkey, now))) throw passkeyRefused(dependencies)
    const isFirst = password !== undefined || link !== undefined || passkey !== undefined
    const isSecond = code !== undefined || passkey !== undefined
    return renewSession(transaction, session, now, {
      ...(isFirst ? { proven_at: now } : {}),
      // With the factor that it was begun with, that makes two.
      ...(isSecond ? { second_proven_at: now, strong: true } : {}),
    })
  })
  if (renewed === 'wrong code') throw wrong(dependencies, 'code', 'This code is not right, or was used already.')
  if (renewed === undefined) throw new Refused(refusal(model, 'not_signed_in'))
  for (const each of tries) each.succeed()
  return renewed
}

function passkeyRefused(dependencies: AuthDependencies): Refused {
  return wrong(dependencies, 'passkey', 'This passkey did not do. Please try again, or prove it another way.')
}

function linkOfAnother(dependencies: AuthDependencies): Refused {
  return wrong(dependencies, 'link', 'This link was sent to somebody else.')
}

function wrong({ current }: AuthDependencies, field: string, message: string): Refused {
  return new Refused(refusal(current.running.model, 'invalid', { errors: [{ field, code: 'wrong', message }] }))
}
