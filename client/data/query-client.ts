// Configures how long data is fresh and which requests are retried.
import { QueryClient } from '@tanstack/react-query'
import { RequestRefusal } from './api.ts'

/** Reports whether a request did not arrive, and may be tried twice more. What the server refused it refuses again. */
function hasNotArrived(error: unknown): boolean {
  return error instanceof RequestRefusal && (error.problem.status === 0 || error.problem.status >= 502)
}

/** Options of queries of which a page asks many: where that was too much at once, they go on when the server has room again. */
export const WHEN_THERE_IS_ROOM = {
  retry: (failures: number, error: unknown): boolean => failures < 2 && (isTooMuch(error) || hasNotArrived(error)),
  retryDelay: (failures: number, error: unknown): number =>
    isTooMuch(error) ? 1_000 * Math.min(error.problem.retryAfter ?? 1, LONGEST_WAIT) : 1_000 * 2 ** failures,
}

/** Seconds: budgets begin anew each minute. */
const LONGEST_WAIT = 60

function isTooMuch(error: unknown): error is RequestRefusal {
  return error instanceof RequestRefusal && error.problem.status === 429
}

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network it is tried all the same, and fails with a sentence, rather than waiting in silence.
        networkMode: 'always',
        staleTime: 10_000,
        retry: (failures, error) => failures < 2 && hasNotArrived(error),
        throwOnError: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
