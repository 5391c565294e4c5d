// Counts requests, calls and pages alike, and looks at what they used: per person, or per address where nobody is signed in.
import { limitCite } from '#shared/decisions/6-accounts.ts'
import { refusal } from '#shared/decisions/8-errors.ts'
import type { RecordsDependencies } from '../records/dependencies.ts'
import { Refused } from '../records/refused.ts'
import type { Attempts } from './attempts.ts'
import type { Budgets } from './budgets/budget.ts'
import { addressKey } from './attempts.ts'
import type { Caller } from './caller.ts'
import { askerOf, NOBODY } from './caller.ts'

interface Counting extends Pick<RecordsDependencies, 'current'> {
  readonly attempts: Attempts
  readonly budgets: Budgets
  /** Milliseconds of a clock that only goes forward. */
  readonly elapsed: () => number
}

/** For whom a request counts. */
export function counted(caller: Caller, address: string | undefined): string {
  return askerOf(caller).person?.id ?? addressKey(address)
}

/** Where the rate of the document or the budget is used up, the seconds until there is room again. */
export function countRequest(dependencies: Counting, caller: Caller, address: string | undefined): number | undefined {
  const { budgets, elapsed } = dependencies
  return countRate(dependencies, caller, address) ?? budgets.exceeded(counted(caller, address), elapsed())
}

function countRate({ attempts, current }: Counting, caller: Caller, address: string | undefined): number | undefined {
  const rate = current.running.model.settings.requests
  if (rate === undefined) return undefined
  return attempts.count(`request ${counted(caller, address)}`, rate)
}

/** The same for calls: throws 429. `leadsIn`: whoever is not signed in yet needs it for that, and is not counted. */
export function requireRequestLeft(
  dependencies: Counting,
  { leadsIn }: { readonly leadsIn?: boolean },
  caller: Caller,
  address: string | undefined,
): void {
  if (leadsIn === true && caller === NOBODY) return
  const { model } = dependencies.current.running
  const wait = countRate(dependencies, caller, address)
  if (wait !== undefined)
    throw new Refused(refusal(model, 'too_many', limitCite(model, 'requests')), { retryAfter: wait })
  const rest = dependencies.budgets.exceeded(counted(caller, address), dependencies.elapsed())
  if (rest !== undefined) throw new Refused(refusal(model, 'too_many'), { retryAfter: rest })
}
