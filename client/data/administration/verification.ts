// Starts, follows and stops verifications of the published document, and reads their reports.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  LatestVerificationBody,
  VerificationBody,
  VerificationItem,
  VerificationsBody,
} from '#shared/protocol/verification.ts'
import { fetchData, sendRequest } from '../api.ts'
import { useSubmission } from '../submission/use-submission.ts'

const PATH = '/api/system/verification'
const LIST_PATH = '/api/system/verifications'
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

/** Reads the reports that are kept, again when another one is the latest. */
export function useKeptVerifications(latest: VerificationBody | null | undefined) {
  return useQuery({
    queryKey: [...KEY, 'kept', latest?.id, latest?.state],
    enabled: latest !== undefined,
    queryFn: async ({ signal }): Promise<readonly VerificationItem[]> =>
      (await fetchData<VerificationsBody>(LIST_PATH, signal)).items,
    placeholderData: keepPreviousData,
  })
}

export function useKeptVerification(id: string | null) {
  return useQuery({
    queryKey: [...KEY, 'one', id],
    enabled: id !== null,
    queryFn: ({ signal }) => fetchData<VerificationBody>(`${LIST_PATH}/${encodeURIComponent(id ?? '')}`, signal),
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
