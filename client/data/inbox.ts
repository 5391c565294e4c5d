// Reads the inbox and marks its messages as read.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { WaitingBody } from '#shared/protocol/waiting.ts'
import { sendRequest, fetchData } from './api.ts'

export interface InboxMessage {
  readonly id: string
  readonly at: string
  readonly subject: string | null
  readonly text: string
  readonly entity?: string
  readonly record?: string
  /** Path of the entity: "tickets". */
  readonly path?: string
  /** Address of its page, where a screen of the document shows it to the reader. */
  readonly page?: string
  readonly read_at: string | null
}

export interface Inbox {
  readonly items: readonly InboxMessage[]
  readonly unread: number
}

export function useInbox(enabled: boolean) {
  return useQuery({
    queryKey: ['inbox'],
    queryFn: ({ signal }) => fetchData<Inbox>('/api/system/inbox', signal),
    enabled,
    refetchInterval: 60_000,
  })
}

/** Read anew with the records, after each change. */
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
