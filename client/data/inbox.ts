// What the application tells the person: the inbox, and marking its messages as read.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, read } from './api.ts'

export interface InboxItem {
  readonly id: string
  readonly at: string
  readonly text: string
  readonly entity?: string
  readonly record?: string
  /** Path of the entity: "tickets". */
  readonly path?: string
  readonly read_at: string | null
}

export interface Inbox {
  readonly items: readonly InboxItem[]
  readonly unread: number
}

export function useInbox(enabled: boolean) {
  return useQuery({
    queryKey: ['inbox'],
    queryFn: ({ signal }) => read<Inbox>('/api/system/inbox', signal),
    enabled,
    refetchInterval: 60_000,
  })
}

export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly string[]) =>
      Promise.all(
        ids.map((id) => ask(`/api/system/inbox/${encodeURIComponent(id)}/read`, { method: 'POST', body: {} })),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ['inbox'] }),
  })
}
