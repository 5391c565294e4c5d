// Configures how long data is fresh and which requests are retried.
import { QueryClient } from '@tanstack/react-query'
import { isUnanswered } from './api.ts'

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network it is tried all the same, and fails with a sentence, rather than waiting in silence.
        networkMode: 'always',
        staleTime: 10_000,
        // What the server refused it refuses again.
        retry: (failures, error) => failures < 2 && isUnanswered(error),
        throwOnError: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
