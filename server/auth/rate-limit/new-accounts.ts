// Lets accounts that were made from one network share one budget for a day.
import type { Storage } from '../../storage/storage.ts'
import type { Transaction } from '../../storage/transaction.ts'
import type { Budgets } from './usage-budget.ts'

const SHARED_MILLISECONDS = 24 * 60 * 60 * 1000
/** Beyond this many the oldest have budgets of their own. */
const MOST = 50_000

export interface BudgetClock {
  readonly budgets: Budgets
  /** Milliseconds of a clock that only goes forward. */
  readonly elapsed: () => number
}

/** Records a new account within the transaction that makes it. `now` is in RFC 3339. */
export async function noteNewAccount(
  { budgets, elapsed }: BudgetClock,
  transaction: Transaction,
  { person, network, now }: { readonly person: string; readonly network: string; readonly now: string },
): Promise<void> {
  const expiresAt = new Date(Date.parse(now) + SHARED_MILLISECONDS).toISOString()
  await transaction.putSystem('new_account', { key: person, person, expiresAt, value: { network } })
  transaction.whenKept(() => budgets.share(person, sharedBudget(network), elapsed() + SHARED_MILLISECONDS))
}

/** After a start: those of the last day. `now`: milliseconds since 1970. */
export async function shareNewAccounts(
  { budgets, elapsed }: BudgetClock,
  storage: Pick<Storage, 'database'>,
  now: number,
): Promise<void> {
  for (const { key, expiresAt, value } of await storage.database.newestSystemRows('new_account', MOST))
    budgets.share(key, sharedBudget(String(value['network'])), elapsed() + Date.parse(expiresAt ?? '') - now)
}

function sharedBudget(network: string): string {
  return `accounts made from ${network}`
}
