// Reads which notifications the actor gets by mail, and switches them on and off.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MailChoice, MailChoicesBody } from '#shared/protocol/mail-choices.ts'
import { fetchData, sendRequest } from '../api.ts'

export function useMailChoices() {
  return useQuery({
    queryKey: ['mail choices'],
    queryFn: ({ signal }) => fetchData<MailChoicesBody>('/api/system/mail-choices', signal),
  })
}

export function useChooseMail() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Pick<MailChoice, 'kind' | 'mail'>) =>
      sendRequest('/api/system/mail-choices', { method: 'PUT', body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['mail choices'] }),
  })
}
