// Removes the authenticator app or renews recovery codes, after both factors were shown.
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { ActorContext } from '../../records/records-dependencies.ts'
import type { Transaction } from '../../storage/transaction.ts'
import { addressKey } from '../address-key.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { revokeAccess } from '../sessions/revoke-access.ts'
import type { ClientInfo } from '../client-info.ts'
import { requireBothFactors } from '../sessions/require-reauthentication.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import type { SecondFactor } from './second-factor.ts'
import { putSecondFactor, secondFactorOf } from './second-factor.ts'
import { refused } from '../../policy/refused.ts'

/** The session goes on; where the role asks for a second factor, it can do nothing but set up the next one. */
export async function switchOff(
  { storage, current }: AuthDependencies,
  { actor, now }: ActorContext,
  session: string | undefined,
  client: ClientInfo,
): Promise<void> {
  const person = actor.person?.id ?? ''
  const { revision } = current.running
  await storage.write(async (transaction) => {
    await requireOwn(transaction, person, session, now)
    await transaction.deleteSystem('second_factor', person)
    const row = session === undefined ? undefined : await transaction.system('session', session)
    await revokeAccess(transaction, person, session)
    if (row !== undefined) await transaction.putSystem('session', { ...row, value: { ...row.value, strong: false } })
    const note = { at: now, by: person, address: addressKey(client.address), revision }
    await appendAudit(transaction, { event: 'second_factor_removed', detail: { kind: 'code' }, ...note })
  })
}

/** Ten new ones, shown once; those before are good no longer. */
export async function renewRecoveryCodes(
  { storage, current }: AuthDependencies,
  { actor, now }: ActorContext,
  session: string | undefined,
  client: ClientInfo,
): Promise<readonly string[]> {
  const person = actor.person?.id ?? ''
  const { revision } = current.running
  const { codes, hashes } = createRecoveryCodes()
  await storage.write(async (transaction) => {
    const factor = await requireOwn(transaction, person, session, now)
    await putSecondFactor(transaction, person, { ...factor, recovery: hashes })
    const note = { at: now, by: person, address: addressKey(client.address), revision }
    await appendAudit(transaction, { event: 'recovery_codes_made', detail: {}, ...note })
  })
  return codes
}

async function requireOwn(
  transaction: Transaction,
  person: string,
  session: string | undefined,
  now: string,
): Promise<SecondFactor> {
  const factor = await secondFactorOf(transaction, person)
  if (factor === undefined) throw refused('code_not_set_up')
  await requireBothFactors(transaction, session, now)
  return factor
}
