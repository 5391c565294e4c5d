// Lists, creates and ends the own API tokens.
import type { ApiTokenItem } from '#shared/protocol/own-account.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sendRequest, fetchData } from '../api.ts'
import { useSubmission } from '../submission/use-submission.ts'

const KEY = ['account', 'tokens'] as const
const PATH = '/api/auth/tokens'

export interface NewToken {
  readonly name: string
  readonly roles: readonly string[]
  readonly administrator: boolean
  readonly expires_at: string
}

export function useTokens() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await fetchData<{ readonly items: readonly ApiTokenItem[] }>(PATH, signal)).items,
  })
}

/** Gives the token itself, which is shown this once. */
export function useCreateToken() {
  const client = useQueryClient()
  return useSubmission({
    mutationFn: async (body: NewToken) =>
      (await sendRequest<{ readonly token: string }>(PATH, { method: 'POST', body })).data.token,
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}

export function useEndToken() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => sendRequest<null>(`${PATH}/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}
