// Keeps search, filters and order of a list in the address.
import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

export interface ListState {
  readonly search: string
  readonly sort: string | null
  /** A condition that another page brought along, and the words that stand for it. */
  readonly where: { readonly text: string; readonly title: string } | undefined
  /** The values chosen for each field. */
  filter(field: string): readonly string[]
  readonly chosen: boolean
  setSearch(search: string): void
  setSort(sort: string | null): void
  setFilter(field: string, values: readonly string[]): void
  clearWhere(): void
  clear(): void
}

const OWN = ['q', 'sort']

export function useListState(filters: readonly string[]): ListState {
  const [parameters, setParameters] = useSearchParams()
  const set = useCallback(
    (name: string, value: string | null) =>
      setParameters(
        (before) => {
          const next = new URLSearchParams(before)
          if (value) next.set(name, value)
          else next.delete(name)
          return next
        },
        { replace: true },
      ),
    [setParameters],
  )
  const filter = (field: string): readonly string[] =>
    parameters
      .get(field)
      ?.split(',')
      .filter((value) => value !== '') ?? []
  return {
    search: parameters.get('q') ?? '',
    sort: parameters.get('sort'),
    where: whereIn(parameters),
    filter,
    chosen:
      (parameters.get('q') ?? '') !== '' ||
      parameters.has('_where') ||
      filters.some((field) => !OWN.includes(field) && filter(field).length > 0),
    setSearch: useCallback((search: string) => set('q', search), [set]),
    setSort: (sort) => set('sort', sort),
    setFilter: (field, values) => set(field, values.join(',')),
    clearWhere: () =>
      setParameters(
        (before) => {
          const next = new URLSearchParams(before)
          next.delete('_where')
          next.delete('_title')
          return next
        },
        { replace: true },
      ),
    clear: () => setParameters({}, { replace: true }),
  }
}

/** No field's name begins with a line below: it is the system's own. */
function whereIn(parameters: URLSearchParams): ListState['where'] {
  const text = parameters.get('_where')
  return text === null || text === '' ? undefined : { text, title: parameters.get('_title') ?? 'Filtered' }
}
