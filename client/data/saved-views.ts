// Reads the views of lists that people keep on the server.
import type { SavedView } from '#shared/protocol/saved-views.ts'
import { useQuery } from '@tanstack/react-query'
import { fetchData } from './api.ts'
import { useKnownSession } from './session.ts'

export const VIEWS_KEY = ['saved-views'] as const

/** Gives the saved views of one screen; none where nobody is signed in. Undefined: they are not known yet. */
export function useSavedViews(screen: string): readonly SavedView[] | undefined {
  const { person } = useKnownSession()
  const { data, isLoading } = useQuery({
    queryKey: [...VIEWS_KEY, person?.id],
    queryFn: ({ signal }) => fetchData<{ readonly items: readonly SavedView[] }>('/api/system/views', signal),
    enabled: person !== null,
    staleTime: 60_000,
  })
  return isLoading ? undefined : (data?.items.filter((view) => view.screen === screen) ?? [])
}
