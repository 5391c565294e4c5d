// Reads, saves, changes and deletes the views of lists that people keep on the server.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchData, sendRequest } from './api.ts'
import { useKnownSession } from './session.ts'
import { useSubmission } from './submission/use-submission.ts'

export interface SavedViewData {
  readonly id: string
  readonly screen: string
  readonly name: string
  /** The list's parameters, as they stand in its address. */
  readonly query: string
  /** The role with which it is shared. */
  readonly role: string | null
  readonly own: boolean
}

const KEY = ['saved-views'] as const

/** Those of one screen; none for who is not signed in. Undefined: not known yet. */
export function useSavedViews(screen: string): readonly SavedViewData[] | undefined {
  const { person } = useKnownSession()
  const { data, isLoading } = useQuery({
    queryKey: [...KEY, person?.id],
    queryFn: ({ signal }) => fetchData<{ readonly items: readonly SavedViewData[] }>('/api/system/views', signal),
    enabled: person !== null,
    staleTime: 60_000,
  })
  return isLoading ? undefined : (data?.items.filter((view) => view.screen === screen) ?? [])
}

export function useSaveView() {
  const client = useQueryClient()
  return useSubmission({
    mutationFn: async (view: Omit<SavedViewData, 'id' | 'own'>) =>
      (await sendRequest<SavedViewData>('/api/system/views', { method: 'POST', body: view })).data,
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}

/** What is absent stays as it is. */
interface SavedViewChange extends Partial<Pick<SavedViewData, 'name' | 'query'>> {
  readonly id: string
}

export function useUpdateView() {
  const client = useQueryClient()
  return useSubmission({
    mutationFn: async ({ id, ...body }: SavedViewChange) =>
      (await sendRequest<SavedViewData>(`/api/system/views/${encodeURIComponent(id)}`, { method: 'PATCH', body })).data,
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}

/** Creates anew what was just deleted. */
export function useRestoreView() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ screen, name, query, role }: SavedViewData) =>
      sendRequest('/api/system/views', { method: 'POST', body: { screen, name, query, role } }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}

export function useDeleteView() {
  const client = useQueryClient()
  return useSubmission({
    mutationFn: (id: string) =>
      sendRequest(`/api/system/views/${encodeURIComponent(id)}`, { method: 'DELETE', body: {} }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  })
}
