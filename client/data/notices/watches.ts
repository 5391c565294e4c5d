// Reads which records the person watches, and begins or ends that.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { WatchesBody } from '#shared/protocol/notices.ts'
import { fetchData, sendRequest } from '../api.ts'

const KEY = ['watches'] as const

export function useWatches(enabled = true) {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => fetchData<WatchesBody>('/api/system/watches', signal),
    enabled,
    staleTime: 60_000,
  })
}

export interface WatchChange {
  /** Path of the entity: "tickets". */
  readonly path: string
  readonly id: string
  readonly watches: boolean
}

export function useWatch() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ path, id, watches }: WatchChange) =>
      sendRequest(`/api/system/watches/${path}/${encodeURIComponent(id)}`, {
        method: watches ? 'PUT' : 'DELETE',
        ...(watches ? { body: {} } : {}),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
}
