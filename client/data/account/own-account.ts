// Changes the own password, and lists and ends the own sessions.
import type { SessionItem } from '#shared/protocol/own-account.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sendRequest, fetchData } from '../api.ts'
import { useSubmission } from '../submission/use-submission.ts'

export function useSessions() {
  return useQuery({
    queryKey: ['account', 'sessions'],
    queryFn: async ({ signal }) =>
      (await fetchData<{ readonly items: readonly SessionItem[] }>('/api/auth/sessions', signal)).items,
  })
}

export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => sendRequest<null>(`/api/auth/sessions/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['account'] }),
  })
}

/** All sessions but this one. */
export function useSignOutElsewhere() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => sendRequest<null>('/api/auth/sessions', { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['account'] }),
  })
}

export function useChangePassword() {
  const client = useQueryClient()
  return useSubmission({
    mutationFn: (body: { readonly current: string; readonly password: string }) =>
      sendRequest<null>('/api/auth/password', { method: 'POST', body }),
    // All other sessions end with it.
    onSuccess: () => client.invalidateQueries({ queryKey: ['account'] }),
  })
}
