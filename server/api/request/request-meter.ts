// Charges a request to the budget of its caller as it goes on, and ends one that goes beyond it.
import { makeRefusal } from '#shared/decisions/8-errors.ts'
import { Refused } from '../../policy/refused.ts'
import type { ReadUsage } from '../../records/records-dependencies.ts'
import type { ApiDependencies } from './request-context.ts'

export interface RequestMeter {
  /** Those who work for the request count what they use, and look whether it may go on. */
  readonly usage: ReadUsage
  /** Charges what is not yet charged, and bytes of the answer. */
  end(bytes: number): void
}

type MeterDependencies = Pick<ApiDependencies, 'budgets' | 'current' | 'elapsed' | 'processorTime'>

/** `who`: as far as it is known, a person's id or an address. */
export function startMeter(
  { budgets, current, elapsed, processorTime }: MeterDependencies,
  who: () => string,
): RequestMeter {
  const began = processorTime.begin()
  const charged = { milliseconds: 0, shapes: 0 }
  let isEnded = false
  const charge = (ownMilliseconds: number, bytes: number): void => {
    const milliseconds = ownMilliseconds + usage.milliseconds
    const { shapes } = usage
    budgets.spend(
      who(),
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
      const wait = budgets.exceeded(who(), elapsed())
      if (wait !== undefined) throw new Refused(makeRefusal(current.running.model, 'too_many'), { retryAfter: wait })
    },
  }
  return {
    usage,
    end(bytes) {
      isEnded = true
      charge(processorTime.end(began), bytes)
    },
  }
}
