// Switching the authenticator app off, or getting new recovery codes: for whoever has shown both factors just now.
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { Acting } from '../../records/dependencies.ts'
import { Refused } from '../../records/refused.ts'
import type { Transaction } from '../../storage/storage.ts'
import { addressKey } from '../attempts.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { endAccess } from '../end-access.ts'
import type { From } from '../from.ts'
import { requireBothFactors } from '../proof/require-proof.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import type { SecondFactor } from './second-factor.ts'
import { putSecondFactor, secondFactorOf } from './second-factor.ts'

/** The session goes on; where the role asks for a second factor, it can do nothing but set up the next one. */
export async function switchOff(
  { storage, current }: AuthDependencies,
  { actor, now }: Acting,
  session: string | undefined,
  from: From,
): Promise<void> {
  const person = actor.person?.id ?? ''
  const { revision } = current.running
  await storage.write(async (transaction) => {
    await requireOwn(transaction, person, session, now)
    await transaction.deleteSystem('second_factor', person)
    const row = session === undefined ? undefined : await transaction.system('session', session)
    await endAccess(transaction, person, session)
    if (row !== undefined) await transaction.putSystem('session', { ...row, value: { ...row.value, strong: false } })
    const note = { at: now, by: person, address: addressKey(from.address), revision }
    await appendAudit(transaction, { event: 'second_factor_removed', detail: { kind: 'code' }, ...note })
  })
}

/** Ten new ones, shown once; those before are good no longer. */
export async function renewRecoveryCodes(
  { storage, current }: AuthDependencies,
  { actor, now }: Acting,
  session: string | undefined,
  from: From,
): Promise<readonly string[]> {
  const person = actor.person?.id ?? ''
  const { revision } = current.running
  const { codes, hashes } = createRecoveryCodes()
  await storage.write(async (transaction) => {
    const factor = await requireOwn(transaction, person, session, now)
    await putSecondFactor(transaction, person, { ...factor, recovery: hashes })
    const note = { at: now, by: person, address: addressKey(from.address), revision }
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
  if (factor === undefined)
    throw new Refused({ code: 'conflict', status: 409, message: 'No authenticator app is set up.', errors: [] })
  await requireBothFactors(transaction, session, now)
  return factor
}
