// The person's own second factor: is it on, setting it up, new recovery codes, switching it off.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask, read } from '../api.ts'
import { changeReader } from '../session.ts'

const KEY = ['account', 'second factor'] as const
const PATH = '/api/auth/second-factor'

export interface OwnSecondFactor {
  readonly on: boolean
  readonly on_since: string | null
  readonly recovery_codes_left: number
  /** By the person's role. */
  readonly needed: boolean
}

export interface SetUp {
  /** Base32, to be typed where no picture can be taken. */
  readonly seed: string
  readonly uri: string
}

interface Codes {
  readonly recovery_codes: readonly string[]
}

export function useOwnSecondFactor() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => read<OwnSecondFactor>(`${PATH}/own`, signal) })
}

export function useBeginSetUp() {
  return useMutation({
    mutationFn: async () => (await ask<SetUp>(`${PATH}/set-up`, { method: 'POST', body: {} })).data,
  })
}

/** Gives the recovery codes. Other sessions and all tokens end with it: what is known of them is read anew. */
export function useConfirmSetUp() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (code: string) =>
      (await ask<Codes>(`${PATH}/confirm`, { method: 'POST', body: { code } })).data.recovery_codes,
    onSuccess: () => client.invalidateQueries({ queryKey: ['account'] }),
  })
}

export function useRenewRecoveryCodes() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () =>
      (await ask<Codes>(`${PATH}/recovery-codes`, { method: 'POST', body: {} })).data.recovery_codes,
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}

export function useSwitchOff() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => ask<null>(`${PATH}/off`, { method: 'POST', body: {} }),
    // Where the role asks for a second factor, nothing may be read until there is one again.
    onSuccess: () => changeReader(client),
  })
}
