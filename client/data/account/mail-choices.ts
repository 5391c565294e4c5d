// Reads which notifications the actor gets by mail, and switches them on and off.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MailChoice, MailChoicesBody } from '#shared/protocol/mail-choices.ts'
import { fetchData, sendRequest } from '../api.ts'
import { usePendingRequests } from '../submission/pending-requests.ts'

const KEY = ['mail-choices'] as const

export function useMailChoices() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => fetchData<MailChoicesBody>('/api/system/mail-choices', signal),
  })
}

type MailSwitch = Pick<MailChoice, 'kind' | 'mail'>

export function useChooseMail() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: KEY,
    mutationFn: (body: MailSwitch) => sendRequest('/api/system/mail-choices', { method: 'PUT', body }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
}

/**
 * Reads the switches on their way to the server, by kind. A switch stays as it was set, even when another one is set
 * next.
 */
export function useMailOnItsWay(): ReadonlyMap<string, boolean> {
  const sent = usePendingRequests<MailSwitch>(KEY)
  return new Map(sent.map(({ kind, mail }) => [kind, mail]))
}
