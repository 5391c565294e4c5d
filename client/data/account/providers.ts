// Lists, links and unlinks sign-in providers of the own account.
import type { ProviderItem } from '#shared/protocol/own-account.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sendRequest, fetchData } from '../api.ts'
import { useLeaveToProvider } from './leave-to-provider.ts'

const OWN = '/api/auth/providers'
const KEY = ['account', 'providers']

/** Makes the address to which the browser goes to sign in with a provider. */
export function startAddress(path: string, next: string): string {
  return `${OWN}/${encodeURIComponent(path)}/start?${new URLSearchParams({ next }).toString()}`
}

export function useProviders() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await fetchData<{ readonly items: readonly ProviderItem[] }>(OWN, signal)).items,
  })
}

/** Leaves the page for the provider; the invitation stands in no address. */
export const useStartInvited = () =>
  useLeaveToProvider(({ path, invitation }: { readonly path: string; readonly invitation: string }) => ({
    to: `${OWN}/${encodeURIComponent(path)}/start`,
    body: { invitation },
  }))

/** Leaves the page for the provider, and comes back to the account. */
export const useLinkProvider = () =>
  useLeaveToProvider((path: string) => ({ to: `${OWN}/${encodeURIComponent(path)}/link`, body: {} }))

export function useUnlinkProvider() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (path: string) => sendRequest<null>(`${OWN}/${encodeURIComponent(path)}`, { method: 'DELETE' }),
    // All other sessions end with it.
    onSuccess: () => client.invalidateQueries({ queryKey: ['account'] }),
  })
}
