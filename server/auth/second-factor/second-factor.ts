// Reads and writes a person's second factor: the app's sealed seed and the recovery hashes.
import type { DatabaseHandle } from '../../storage/database-handle.ts'
import type { Transaction } from '../../storage/transaction.ts'

export interface SecondFactor {
  /** Sealed by the keyring: in the open it is shown once, while it is set up. */
  readonly seed: string
  readonly on_since: string
  /** The last time step whose code was used: no code of it, or of an earlier one, counts again. */
  readonly last_step: number
  /** SHA-256 of each recovery code that was not used yet. */
  readonly recovery: readonly string[]
}

/** Undefined: there is none, or it is not confirmed yet. */
export async function secondFactorOf(database: DatabaseHandle, person: string): Promise<SecondFactor | undefined> {
  const row = await database.system('second_factor', person)
  return row?.value as SecondFactor | undefined
}

/** Names the purpose to which the seal of a person's seed is bound. */
export function seedPurposeOf(person: string): string {
  return `authenticator app of ${person}`
}

export async function putSecondFactor(transaction: Transaction, person: string, factor: SecondFactor): Promise<void> {
  await transaction.putSystem('second_factor', { key: person, person, expiresAt: null, value: { ...factor } })
}
