// Switching the second factor off, or getting new recovery codes: password and code are asked for.
import { refusal } from '#shared/decisions/8-errors.ts'
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { Acting } from '../../records/dependencies.ts'
import { Refused } from '../../records/refused.ts'
import { hashOf } from '../account.ts'
import { addressKey } from '../attempts.ts'
import { countTry } from '../count-try.ts'
import type { Try } from '../count-try.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { endAccess } from '../end-access.ts'
import type { From } from '../from.ts'
import { requirePassword } from '../passwords/show-password.ts'
import { requireProof } from '../proof/require-proof.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { putSecondFactor, secondFactorOf } from './second-factor.ts'
import { useCode } from './use-code.ts'

export interface Proof {
  readonly password: string
  readonly code: string
}

/** The session goes on; where the role asks for a second factor, it can do nothing but set up the next one. */
export async function switchOff(
  dependencies: AuthDependencies,
  { actor, now }: Acting,
  proof: Proof,
  session: string | undefined,
  from: From,
): Promise<void> {
  const person = actor.person?.id ?? ''
  const { revision } = dependencies.current.running
  const counted = await begin(dependencies, { actor, now }, proof, session, from)
  await dependencies.storage.write(async (transaction) => {
    if ((await useCode(transaction, dependencies, person, proof.code, now)) === undefined) throw wrongCode(dependencies)
    await transaction.deleteSystem('second_factor', person)
    const row = session === undefined ? undefined : await transaction.system('session', session)
    await endAccess(transaction, person, session)
    if (row !== undefined) await transaction.putSystem('session', { ...row, value: { ...row.value, strong: false } })
    const note = { at: now, by: person, address: addressKey(from.address), revision }
    await appendAudit(transaction, { event: 'second_factor_removed', detail: { kind: 'code' }, ...note })
  })
  counted.succeed()
}

/** Ten new ones, shown once; those before are good no longer. */
export async function renewRecoveryCodes(
  dependencies: AuthDependencies,
  { actor, now }: Acting,
  proof: Proof,
  session: string | undefined,
  from: From,
): Promise<readonly string[]> {
  const person = actor.person?.id ?? ''
  const { revision } = dependencies.current.running
  const counted = await begin(dependencies, { actor, now }, proof, session, from)
  const { codes, hashes } = createRecoveryCodes()
  await dependencies.storage.write(async (transaction) => {
    const used = await useCode(transaction, dependencies, person, proof.code, now)
    const factor = await secondFactorOf(transaction, person)
    if (used === undefined || factor === undefined) throw wrongCode(dependencies)
    await putSecondFactor(transaction, person, { ...factor, recovery: hashes })
    const note = { at: now, by: person, address: addressKey(from.address), revision }
    await appendAudit(transaction, { event: 'recovery_codes_made', detail: {}, ...note })
  })
  counted.succeed()
  return codes
}

/** Who has no password proves it by a recent sign-in. */
async function begin(
  dependencies: AuthDependencies,
  { actor, now }: Acting,
  { password }: Proof,
  session: string | undefined,
  from: From,
): Promise<Try> {
  const { reader } = dependencies.storage
  const person = actor.person?.id ?? ''
  const counted = countTry(dependencies, 'second factor', person, from, now)
  const [account] = await reader.systemOf('account', person)
  if (hashOf(account) === undefined) await requireProof(reader, session, now)
  else await requirePassword(dependencies, person, password, 'password')
  return counted
}

function wrongCode({ current }: AuthDependencies): Refused {
  const errors = [{ field: 'code', code: 'wrong', message: 'This code is not right, or was used already.' }]
  return new Refused(refusal(current.running.model, 'invalid', { errors }))
}
