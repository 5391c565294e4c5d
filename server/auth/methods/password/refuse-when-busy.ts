// Refuses with 503 when too many passwords wait to be hashed.
import { makeRefusal } from '#shared/decisions/8-errors.ts'
import { Refused } from '../../../policy/refused.ts'
import type { AuthDependencies } from '../../auth-dependencies.ts'
import { TooBusy } from './password-hash.ts'

export async function refuseWhenBusy<T>(
  { current }: Pick<AuthDependencies, 'current'>,
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
