// Lists the methods of re-authentication and submits one.
import { useQuery } from '@tanstack/react-query'
import type { ReauthenticationBody } from '#shared/protocol/reauthentication.ts'
import { sendRequest, fetchData } from '../api.ts'
import { useLeaveToProvider } from './leave-to-provider.ts'
import { useSubmission } from '../submission/use-submission.ts'

const PATH = '/api/auth/reauthentication'

/** Asks for the methods anew each time, since a proof counts for minutes only. */
export function useReauthenticationMethods() {
  return useQuery({
    queryKey: ['account', 'proof'],
    queryFn: ({ signal }) => fetchData<ReauthenticationBody>(PATH, signal),
    staleTime: 0,
    gcTime: 0,
  })
}

/** Credentials of a re-authentication. At least one is required, and all that are given must be right. */
interface CredentialValues {
  readonly password?: string
  readonly code?: string
  readonly link?: string
}

export function useReauthenticate() {
  return useSubmission({ mutationFn: (body: CredentialValues) => sendRequest<null>(PATH, { method: 'POST', body }) })
}

/** Sends mail with a link that leads to the account page. */
export function useSendReauthenticationLink() {
  return useSubmission({ mutationFn: () => sendRequest<null>(`${PATH}/link`, { method: 'POST', body: {} }) })
}

/** Leaves the page for the provider, and comes back to `next`. */
export const useReauthenticateByProvider = () =>
  useLeaveToProvider(({ path, next }: { readonly path: string; readonly next: string }) => ({
    to: `/api/auth/providers/${encodeURIComponent(path)}/prove`,
    body: { next },
  }))
