// Proof that it is still the same person: in what ways it can be given, and giving it. By a passkey: see `passkeys.ts`.
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ProofBody } from '#shared/protocol/proof.ts'
import { ask, read } from '../api.ts'
import { useLeave } from './leave.ts'

const PATH = '/api/auth/proof'

/** Each time anew: what was shown counts for minutes. */
export function useProofWays() {
  return useQuery({
    queryKey: ['account', 'proof'],
    queryFn: ({ signal }) => read<ProofBody>(PATH, signal),
    staleTime: 0,
    gcTime: 0,
  })
}

/** At least one; all that are given must be right. */
interface Given {
  readonly password?: string
  readonly code?: string
  readonly link?: string
}

export function useProve() {
  return useMutation({ mutationFn: (body: Given) => ask<null>(PATH, { method: 'POST', body }) })
}

/** A letter with a link that leads to the account page. */
export function useSendProofLink() {
  return useMutation({ mutationFn: () => ask<null>(`${PATH}/link`, { method: 'POST', body: {} }) })
}

/** Leaves the page for the provider, and comes back to `next`. */
export const useProveByProvider = () =>
  useLeave(({ path, next }: { readonly path: string; readonly next: string }) => ({
    to: `/api/auth/providers/${encodeURIComponent(path)}/prove`,
    body: { next },
  }))
