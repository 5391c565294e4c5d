// Configures how long data is fresh and which requests are retried.
import { QueryClient } from '@tanstack/react-query'
import { RequestRefusal } from './api.ts'

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network it is tried all the same, and fails with a sentence, rather than waiting in silence.
        networkMode: 'always',
        staleTime: 10_000,
        // What the server refused it refuses again; what did not arrive may be tried twice more.
        retry: (failures, error) =>
          failures < 2 &&
          error instanceof RequestRefusal &&
          (error.problem.status === 0 || error.problem.status >= 502),
        throwOnError: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
