// Refuses with 503 when too much heavy work waits already: passwords to hash, pictures to read.
import { TooBusy } from '../work-queue.ts'
import { refused } from './refused.ts'

export async function refuseWhenBusy<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TooBusy) throw refused('unavailable', {}, { retryAfter: 2 })
    throw error
  }
}
