// Hashing takes turns; when too many wait, the caller is told to come again rather than to wait without end.
import { refusal } from '#shared/decisions/8-errors.ts'
import { Refused } from '../../records/refused.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { TooBusy } from './password.ts'

export async function whileBusy<T>({ current }: Pick<AuthDependencies, 'current'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TooBusy) throw new Refused(refusal(current.running.model, 'unavailable'), { retryAfter: 2 })
    throw error
  }
}
