// Refuses with 503 when too much heavy work waits already: passwords to hash, pictures to read.
import { makeRefusal } from '#shared/decisions/8-errors.ts'
import type { CurrentDocument } from '../document/current-document.ts'
import { TooBusy } from '../work-queue.ts'
import { Refused } from './refused.ts'

export async function refuseWhenBusy<T>(
  { current }: { readonly current: CurrentDocument },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TooBusy)
      throw new Refused(makeRefusal(current.running.model, 'unavailable'), { retryAfter: 2 })
    throw error
  }
}
