// Saves, changes and deletes the views of lists that people keep on the server.
import type { SavedView } from '#shared/protocol/saved-views.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendRequest } from '../api.ts'
import { VIEWS_KEY } from '../saved-views.ts'
import { useSubmission } from './use-submission.ts'

export function useSaveView() {
  const client = useQueryClient()
  return useSubmission({
    mutationFn: async (view: Omit<SavedView, 'id' | 'own'>) =>
      (await sendRequest<SavedView>('/api/system/views', { method: 'POST', body: view })).data,
    onSuccess: () => client.invalidateQueries({ queryKey: VIEWS_KEY }),
  })
}

/** Changes to a saved view. Properties that are absent stay as they are. */
interface SavedViewChange extends Partial<Pick<SavedView, 'name' | 'query'>> {
  readonly id: string
}

export function useUpdateView() {
  const client = useQueryClient()
  return useSubmission({
    mutationFn: async ({ id, ...body }: SavedViewChange) =>
      (await sendRequest<SavedView>(`/api/system/views/${encodeURIComponent(id)}`, { method: 'PATCH', body })).data,
    onSuccess: () => client.invalidateQueries({ queryKey: VIEWS_KEY }),
  })
}

/** Creates anew what was just deleted. */
export function useRestoreView() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ screen, name, query, role }: SavedView) =>
      sendRequest('/api/system/views', { method: 'POST', body: { screen, name, query, role } }),
    onSuccess: () => client.invalidateQueries({ queryKey: VIEWS_KEY }),
  })
}

export function useDeleteView() {
  const client = useQueryClient()
  return useSubmission({
    mutationFn: (id: string) =>
      sendRequest(`/api/system/views/${encodeURIComponent(id)}`, { method: 'DELETE', body: {} }),
    onSuccess: () => client.invalidateQueries({ queryKey: VIEWS_KEY }),
  })
}
