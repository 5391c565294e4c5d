// Reads all timers, for administrators.
import { useQuery } from '@tanstack/react-query'
import type { TimersBody } from '#shared/protocol/timers.ts'
import { fetchData } from '../api.ts'

/** Read anew with the records, after each change. */
export function useTimers() {
  return useQuery({
    queryKey: ['records', 'timers'],
    queryFn: async ({ signal }) => (await fetchData<TimersBody>('/api/system/timers', signal)).items,
    staleTime: 0,
  })
}
