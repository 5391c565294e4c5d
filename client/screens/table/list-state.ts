// What a reader has chosen in a list (search, filters, order), kept in the address so that it can be shared and gone back to.
import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

export interface ListState {
  readonly search: string
  readonly sort: string | null
  /** The values chosen for each field. */
  filter(field: string): readonly string[]
  readonly chosen: boolean
  setSearch(search: string): void
  setSort(sort: string | null): void
  setFilter(field: string, values: readonly string[]): void
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
    filter,
    chosen:
      (parameters.get('q') ?? '') !== '' || filters.some((field) => !OWN.includes(field) && filter(field).length > 0),
    setSearch: useCallback((search: string) => set('q', search), [set]),
    setSort: (sort) => set('sort', sort),
    setFilter: (field, values) => set(field, values.join(',')),
    clear: () => setParameters({}, { replace: true }),
  }
}
