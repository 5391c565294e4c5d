// Has queries of which a page asks many go on where that was too much at once.
import { RequestRefusal } from './api.ts'
import { isTriedAgain } from './query-client.ts'

/** Most seconds that a query waits for the server: budgets begin anew each minute. */
const LONGEST_WAIT = 60

/** Options of such queries: they are asked again when the server has room. */
export const WHEN_THERE_IS_ROOM = {
  retry: (failures: number, error: unknown): boolean =>
    isTriedAgain(failures, error) || (failures < 2 && error instanceof RequestRefusal && error.problem.status === 429),
  retryDelay: (failures: number, error: unknown): number => {
    const asked = error instanceof RequestRefusal ? error.problem.retryAfter : undefined
    return 1_000 * Math.min(asked || 2 ** failures, LONGEST_WAIT)
  },
}
