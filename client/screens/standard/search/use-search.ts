// Sends a search for each searchable entity with a screen.
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import type { Entity, Model } from '#shared/model/model.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { fetchData } from '../../../data/api.ts'
import { listedFields } from '../../../data/records/listed-fields.ts'
import type { ListResponse } from '../../../data/records/record-queries.ts'
import { writeQuery } from '../../../data/records/record-queries.ts'
import { readableNames } from '../../../data/records/permissions.ts'
import { visibleScreens } from '../../../data/visible-screens.ts'
import { useKnownSession } from '../../../data/session.ts'
import { useModel } from '../../../data/spec.ts'
import { titlePaths } from '../../../data/records/record-title.ts'

const FIRST = 5

/** Records that lead nowhere are left out: a result is there to be opened. */
export function searchedEntities(model: Model, session: SessionBody): readonly Entity[] {
  const screens = visibleScreens(model, session)
  return [...model.entities.values()].filter((entity) => {
    const name = entity.name.identifier
    const isShown = screens.some(({ shows }) => shows.kind === 'record' && shows.entity === name)
    const readable = readableNames(model, session, name)
    return isShown && [...readable].some((field) => entity.fields.get(field)?.limits.searchable)
  })
}

/** The first few records of each entity; empty text finds nothing and asks nothing. */
export function useSearch(text: string) {
  const model = useModel()
  const session = useKnownSession()
  const entities = text === '' ? [] : searchedEntities(model, session)
  const answers = useQueries({
    queries: entities.map((entity) => {
      const readable = readableNames(model, session, entity.name.identifier)
      const fields = listedFields(model, entity, [], readable)
      const query = writeQuery({ search: text, limit: FIRST, fields, expand: titlePaths(model, session, entity) })
      return {
        queryKey: ['records', entity.path, 'search', query],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          fetchData<ListResponse>(`/api/${entity.path}?${query}`, signal),
        placeholderData: keepPreviousData,
      }
    }),
  })
  return {
    groups: entities.flatMap((entity, index) => {
      const answer = answers[index]?.data
      return answer && answer.items.length > 0 ? [{ entity, records: answer.items, hasMore: answer.next !== null }] : []
    }),
    isPending: answers.some((answer) => answer.isPending),
    error: answers.find((answer) => answer.error)?.error ?? null,
    refetch: () => Promise.all(answers.map((answer) => answer.refetch())),
  }
}
