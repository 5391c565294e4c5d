// Reads the views of lists that people keep on the server.
import { useQuery } from '@tanstack/react-query'
import { fetchData } from './api.ts'
import { useKnownSession } from './session.ts'

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

export const VIEWS_KEY = ['saved-views'] as const

/** Those of one screen; none for who is not signed in. Undefined: not known yet. */
export function useSavedViews(screen: string): readonly SavedViewData[] | undefined {
  const { person } = useKnownSession()
  const { data, isLoading } = useQuery({
    queryKey: [...VIEWS_KEY, person?.id],
    queryFn: ({ signal }) => fetchData<{ readonly items: readonly SavedViewData[] }>('/api/system/views', signal),
    enabled: person !== null,
    staleTime: 60_000,
  })
  return isLoading ? undefined : (data?.items.filter((view) => view.screen === screen) ?? [])
}
