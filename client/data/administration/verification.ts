// Starts, follows and stops the verification of the published document, for administrators.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { LatestVerificationBody, VerificationBody } from '#shared/protocol/verification.ts'
import { fetchData, sendRequest } from '../api.ts'
import { useSubmission } from '../submission/use-submission.ts'

const PATH = '/api/system/verification'
const KEY = ['verification'] as const

/** Reads the latest verification, and polls it while it runs; null: there is none. */
export function useVerification(enabled: boolean) {
  return useQuery({
    queryKey: KEY,
    enabled,
    queryFn: async ({ signal }): Promise<VerificationBody | null> =>
      (await fetchData<LatestVerificationBody>(PATH, signal)).verification,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? 1_000 : false),
  })
}

export function useStartVerification() {
  const client = useQueryClient()
  return useSubmission({
    mutationFn: async () => (await sendRequest<LatestVerificationBody>(PATH, { method: 'POST', body: {} })).data,
    onSuccess: ({ verification }) => client.setQueryData(KEY, verification),
  })
}

export function useStopVerification() {
  const client = useQueryClient()
  return useSubmission({
    mutationFn: () => sendRequest(PATH, { method: 'DELETE' }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  })
}
