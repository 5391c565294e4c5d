// Sets up and switches off the own second factor.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { sendRequest, fetchData } from '../api.ts'
import { changeActor } from '../session.ts'
import { useSubmission } from '../submission/use-submission.ts'

const KEY = ['account', 'second factor'] as const
const PATH = '/api/auth/second-factor'

export interface OwnSecondFactor {
  readonly on: boolean
  readonly on_since: string | null
  readonly recovery_codes_left: number
  /** `needed` is true where the person's role requires a second factor. */
  readonly needed: boolean
}

export interface SecondFactorSetUp {
  /** Base32, to be typed where no picture can be taken. */
  readonly seed: string
  readonly uri: string
}

interface RecoveryCodesBody {
  readonly recovery_codes: readonly string[]
}

export function useOwnSecondFactor() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => fetchData<OwnSecondFactor>(`${PATH}/own`, signal) })
}

export function useBeginSetUp() {
  return useSubmission({
    mutationFn: async () => (await sendRequest<SecondFactorSetUp>(`${PATH}/set-up`, { method: 'POST', body: {} })).data,
  })
}

/** Gives the recovery codes. Other sessions and all tokens end with it: what is known of them is read anew. */
export function useConfirmSetUp() {
  const client = useQueryClient()
  return useSubmission({
    mutationFn: async (code: string) =>
      (await sendRequest<RecoveryCodesBody>(`${PATH}/confirm`, { method: 'POST', body: { code } })).data.recovery_codes,
    onSuccess: () => client.invalidateQueries({ queryKey: ['account'] }),
  })
}

export function useRenewRecoveryCodes() {
  const client = useQueryClient()
  return useSubmission({
    mutationFn: async () =>
      (await sendRequest<RecoveryCodesBody>(`${PATH}/recovery-codes`, { method: 'POST', body: {} })).data
        .recovery_codes,
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}

export function useSwitchOff() {
  const client = useQueryClient()
  return useSubmission({
    mutationFn: () => sendRequest<null>(`${PATH}/off`, { method: 'POST', body: {} }),
    // Where the role asks for a second factor, nothing may be read until there is one again.
    onSuccess: () => changeActor(client),
  })
}
