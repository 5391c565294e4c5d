// Configures how long data is fresh and which requests are retried.
import { QueryClient } from '@tanstack/react-query'
import { RequestRefusal } from './api.ts'

/** Decides whether a request that did not arrive is tried again. What the server refused it refuses again. */
export function isTriedAgain(failures: number, error: unknown): boolean {
  if (!(error instanceof RequestRefusal)) return false
  const { status } = error.problem
  return failures < 2 && (status === 0 || status >= 502)
}

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network it is tried all the same, and fails with a sentence, rather than waiting in silence.
        networkMode: 'always',
        staleTime: 10_000,
        retry: isTriedAgain,
        throwOnError: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
