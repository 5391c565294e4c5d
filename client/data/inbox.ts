// Reads the inbox and marks its messages as read.
import type { InboxBody } from '#shared/protocol/inbox.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { WaitingBody } from '#shared/protocol/waiting.ts'
import { sendRequest, fetchData } from './api.ts'

export function useInbox(enabled: boolean) {
  return useQuery({
    queryKey: ['inbox'],
    queryFn: ({ signal }) => fetchData<InboxBody>('/api/system/inbox', signal),
    enabled,
    refetchInterval: 60_000,
  })
}

/** Reads what waits for the person. It is read anew with the records, after each change. */
export function useWaiting() {
  return useQuery({
    queryKey: ['records', 'waiting'],
    queryFn: ({ signal }) => fetchData<WaitingBody>('/api/system/waiting', signal),
    staleTime: 0,
  })
}

export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly string[]) =>
      Promise.all(
        ids.map((id) => sendRequest(`/api/system/inbox/${encodeURIComponent(id)}/read`, { method: 'POST', body: {} })),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ['inbox'] }),
  })
}
