// Has queries of which a page asks many go on where that was too much at once.
import { isUnanswered, RequestRefusal } from './api.ts'

/** Most seconds that a query waits for the server: budgets begin anew each minute. */
const LONGEST_WAIT = 60

/** Options of such queries: they are asked again when the server has room. */
export const WHEN_THERE_IS_ROOM = {
  retry: (failures: number, error: unknown): boolean => failures < 2 && (isUnanswered(error) || isTooMuch(error)),
  retryDelay: (failures: number, error: unknown): number => {
    const asked = isTooMuch(error) ? error.problem.retryAfter : undefined
    return 1_000 * Math.min(asked || 2 ** failures, LONGEST_WAIT)
  },
}

export function isTooMuch(error: unknown): error is RequestRefusal {
  return error instanceof RequestRefusal && error.problem.status === 429
}
