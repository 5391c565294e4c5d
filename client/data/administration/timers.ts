// Reads timers: those of a record, and all for administrators.
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

export function useRecordTimers(entity: string, record: string, version: unknown) {
  return useQuery({
    queryKey: ['records', 'timers', entity, record, version],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ entity, record }).toString()
      return (await fetchData<TimersBody>(`/api/system/timers?${query}`, signal)).items
    },
    staleTime: 0,
  })
}
