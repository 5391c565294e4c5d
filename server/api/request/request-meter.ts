// Charges a request to the budget of its caller as it goes on, and ends one that goes beyond it.
import type { ReadUsage } from '../../records/records-dependencies.ts'
import type { ApiDependencies } from './request-context.ts'
import { refused } from '../../policy/refused.ts'

export interface RequestMeter {
  /** Those who work for the request count what they use, and look whether it may go on. */
  readonly usage: ReadUsage
  /** Charges the person with this id, or this address, from now on. */
  chargeTo(payer: string): void
  /** Charges what is not yet charged, and bytes of the answer. */
  end(bytes: number): void
}

type MeterDependencies = Pick<ApiDependencies, 'budgets' | 'elapsed' | 'processorTime'>

/** Charges an address until the caller is known. */
export function startMeter({ budgets, elapsed, processorTime }: MeterDependencies, address: string): RequestMeter {
  let who = address
  const began = processorTime.begin()
  const charged = { milliseconds: 0, shapes: 0 }
  let isEnded = false
  const charge = (ownMilliseconds: number, bytes: number): void => {
    const milliseconds = ownMilliseconds + usage.milliseconds
    const { shapes } = usage
    budgets.spend(
      who,
      { milliseconds: milliseconds - charged.milliseconds, shapes: shapes - charged.shapes, bytes },
      elapsed(),
    )
    Object.assign(charged, { milliseconds, shapes })
  }
  const usage: ReadUsage = {
    shapes: 0,
    milliseconds: 0,
    look() {
      // What goes on in the background is no longer the request's.
      if (isEnded) return
      charge(processorTime.soFar(began), 0)
      const wait = budgets.exceeded(who, elapsed())
      if (wait !== undefined) throw refused('too_many', {}, { retryAfter: wait })
    },
  }
  return {
    usage,
    chargeTo(payer) {
      who = payer
    },
    end(bytes) {
      isEnded = true
      charge(processorTime.end(began), bytes)
    },
  }
}
