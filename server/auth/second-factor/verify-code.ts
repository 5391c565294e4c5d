// Verifies a code of the app or a recovery code, and uses it up.
import type { Transaction } from '../../storage/transaction.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { hashOfCode } from './recovery-codes.ts'
import { seedPurposeOf, putSecondFactor, secondFactorOf } from './second-factor.ts'
import { stepOfCode } from './totp.ts'

export type RedeemedCode = 'code' | 'recovery code'

/** Undefined: it is wrong, or was used before. Commands run one after another, so of two at once the second finds it used. */
export async function redeemCode(
  transaction: Transaction,
  { keyring }: Pick<AuthDependencies, 'keyring'>,
  person: string,
  given: string,
  now: string,
): Promise<RedeemedCode | undefined> {
  const factor = await secondFactorOf(transaction, person)
  if (factor === undefined) return undefined
  const code = given.replaceAll(/\s+/g, '')
  const seed = keyring.open(factor.seed, seedPurposeOf(person))
  const step = seed === undefined ? undefined : stepOfCode(seed, code, now)
  if (step !== undefined) {
    if (step <= factor.last_step) return undefined
    await putSecondFactor(transaction, person, { ...factor, last_step: step })
    return 'code'
  }
  const hash = hashOfCode(code)
  if (!factor.recovery.includes(hash)) return undefined
  await putSecondFactor(transaction, person, {
    ...factor,
    recovery: factor.recovery.filter((each) => each !== hash),
  })
  return 'recovery code'
}
