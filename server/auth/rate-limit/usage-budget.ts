// Limits the use of the process per person and minute: processor time, new query shapes, bytes sent.

import type { RunInBackground } from '../../records/background/run-in-background.ts'
import { addressKey } from '../address-key.ts'

/** Budget of one person, or of one address where nobody is signed in. */
export interface Budget {
  /** Milliseconds of processor time, in the main thread and in the reading threads. */
  readonly milliseconds: number
  /** Plans of lists and summaries that nobody has asked for of late: each is compiled, and kept for a while. */
  readonly shapes: number
  readonly bytes: number
}

/** A person at a screen uses a hundredth of it; a program that reads page after page finds where it ends. */
export const USUAL_BUDGET: Budget = { milliseconds: 10_000, shapes: 120, bytes: 200 * 1024 ** 2 }

export const NO_BOUND: Budget = { milliseconds: Infinity, shapes: Infinity, bytes: Infinity }

/** So many times the usual; 0: no bound. */
export function budgetOf(factor: number): Budget {
  if (factor === 0) return NO_BOUND
  const { milliseconds, shapes, bytes } = USUAL_BUDGET
  return { milliseconds: milliseconds * factor, shapes: shapes * factor, bytes: bytes * factor }
}

export interface Budgets {
  /** `who`: a person's id, or an address as `addressKey` gives it. `now`: milliseconds since 1970. */
  spend(who: string, spent: Partial<Budget>, now: number): void
  /** Charges processor time of background work, up to half of the budget: the person goes on working meanwhile. */
  spendInBackground(who: string, milliseconds: number, now: number): void
  /** Is the budget used up? Then the seconds until there is room again. */
  exceeded(who: string, now: number): number | undefined
  /** Until then what this person uses is of one budget with all who share it. */
  share(person: string, shared: string, until: number): void
}

/**
 * Makes the function that charges the time of the reading threads. `by` is a person's id or an address; null means
 * that nobody is known, and nothing is charged. An unhurried reading is background work: a dashboard of many records may
 * need more than the budget, and its lane gives each caller their turn.
 */
export function chargeReading(budgets: Budgets, clock: () => number) {
  return (by: string | null, milliseconds: number, isUnhurried: boolean): void => {
    if (by === null) return
    if (isUnhurried) budgets.spendInBackground(addressKey(by), milliseconds, clock())
    else budgets.spend(addressKey(by), { milliseconds }, clock())
  }
}

/** Makes the function that charges background work to the person whose it is, and to nobody else. */
export function chargeBackground(
  budgets: Budgets,
  time: { apart<T>(work: () => Promise<T>, spent: (milliseconds: number) => void): Promise<T> },
  clock: () => number,
): RunInBackground {
  return (by, work) =>
    time.apart(work, (milliseconds) => {
      if (by !== null) budgets.spendInBackground(addressKey(by), milliseconds, clock())
    })
}

interface Window {
  ends: number
  /** Part of the milliseconds that background work has used. */
  inBackground: number
  milliseconds: number
  shapes: number
  bytes: number
}

const MINUTE = 60_000
/** Beyond so many the oldest windows go: with as many addresses an attacker has as many budgets in any case. */
const LARGEST = 50_000

export function createBudgets(budget: Budget = USUAL_BUDGET): Budgets {
  const windows = new Map<string, Window>()
  const sharing = new Map<string, { readonly shared: string; readonly until: number }>()

  function budgetKey(who: string, now: number): string {
    const found = sharing.get(who)
    if (found === undefined) return who
    if (found.until > now) return found.shared
    sharing.delete(who)
    return who
  }

  function windowOf(given: string, now: number): Window {
    const who = budgetKey(given, now)
    const found = windows.get(who)
    if (found !== undefined && found.ends > now) return found
    windows.delete(who)
    if (windows.size >= LARGEST) windows.delete(windows.keys().next().value ?? '')
    const made = { ends: now + MINUTE, inBackground: 0, milliseconds: 0, shapes: 0, bytes: 0 }
    windows.set(who, made)
    return made
  }

  return {
    spend(who, { milliseconds = 0, shapes = 0, bytes = 0 }, now) {
      const window = windowOf(who, now)
      window.milliseconds += milliseconds
      window.shapes += shapes
      window.bytes += bytes
    },
    spendInBackground(who, milliseconds, now) {
      const window = windowOf(who, now)
      const charged = Math.min(milliseconds, budget.milliseconds / 2 - window.inBackground)
      window.inBackground += charged
      window.milliseconds += charged
    },
    exceeded(who, now) {
      const window = windows.get(budgetKey(who, now))
      if (window === undefined || window.ends <= now) return undefined
      const isLeft =
        window.milliseconds < budget.milliseconds && window.shapes < budget.shapes && window.bytes < budget.bytes
      return isLeft ? undefined : Math.max(1, Math.ceil((window.ends - now) / 1_000))
    },
    share(person, shared, until) {
      sharing.delete(person)
      if (sharing.size >= LARGEST) sharing.delete(sharing.keys().next().value ?? '')
      sharing.set(person, { shared, until })
    },
  }
}
