// Sends a search for each searchable entity with a screen.
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import type { Entity, Model } from '#shared/model/model.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { fetchData } from '../../../data/api.ts'
import { listedFields } from '../../../data/records/listed-fields.ts'
import { readableNames } from '../../../data/records/permissions.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { isRecordData } from '../../../data/records/record-data.ts'
import type { ListResponse } from '../../../data/records/record-queries.ts'
import { writeQuery } from '../../../data/records/record-queries.ts'
import { relationPaths, titleOf } from '../../../data/records/record-title.ts'
import { leadingRelation } from '../../../data/search/leading-relation.ts'
import type { SearchedWords } from '../../../data/search/mark-hits.ts'
import { excerptOf, readSearch } from '../../../data/search/mark-hits.ts'
import { searchedEntities, searchedFields } from '../../../data/search/searched-entities.ts'
import { useKnownSession } from '../../../data/session.ts'
import { useModel } from '../../../data/spec.ts'
import { recordPath } from '../../../data/visible-screens.ts'

const FIRST = 5

export interface Hit {
  readonly id: string
  readonly path: string
  readonly title: string
  /** Of a text beside the title that has the words. */
  readonly excerpt: string | undefined
  /** The record that is opened, as far as it is at hand: its states are shown. */
  readonly shown: { readonly entity: Entity; readonly record: RecordData }
}

export interface HitGroup {
  readonly entity: Entity
  readonly hits: readonly Hit[]
  readonly hasMore: boolean
  readonly searched: SearchedWords
}

/** The first few records of each entity; empty text finds nothing and asks nothing. */
export function useSearch(text: string) {
  const model = useModel()
  const session = useKnownSession()
  const entities = text === '' ? [] : searchedEntities(model, session)
  const answers = useQueries({
    queries: entities.map((entity) => {
      const readable = readableNames(model, session, entity.name.identifier)
      const leading = leadingRelation(model, session, entity)
      const fields = listedFields(model, entity, [], readable, [
        ...searchedFields(model, session, entity),
        ...(leading === undefined ? [] : [leading]),
      ])
      const expand = relationPaths(model, session, entity, leading === undefined ? [] : [leading])
      const query = writeQuery({ search: text, limit: FIRST, fields, expand })
      return {
        queryKey: ['records', entity.path, 'search', query],
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          fetchData<ListResponse>(`/api/${entity.path}?${query}`, signal),
        placeholderData: keepPreviousData,
      }
    }),
  })
  return {
    groups: entities.flatMap((entity, index): HitGroup[] => {
      const answer = answers[index]?.data
      if (!answer) return []
      const searched = readSearch(text, answer.near === true)
      const hits = answer.items.flatMap((record) => hitOf(model, session, entity, record, searched) ?? [])
      return hits.length === 0 ? [] : [{ entity, hits, hasMore: answer.next !== null, searched }]
    }),
    /** Nothing has the words; what is shown is one letter away. */
    isNear:
      answers.some((answer) => answer.data?.near) &&
      answers.every(({ data }) => !data || data.items.length === 0 || data.near),
    isPending: answers.some((answer) => answer.isPending),
    error: answers.find((answer) => answer.error)?.error ?? null,
    refetch: () => Promise.all(answers.map((answer) => answer.refetch())),
  }
}

/** Undefined: it leads to nothing that this person may open. */
function hitOf(
  model: Model,
  session: SessionBody,
  entity: Entity,
  record: RecordData,
  searched: SearchedWords,
): Hit | undefined {
  const leading = leadingRelation(model, session, entity)
  const field = leading === undefined ? undefined : entity.fields.get(leading)
  const head = leading === undefined ? record : record[leading]
  const shown = field?.type.kind === 'relation' ? model.entities.get(field.type.entity) : entity
  if (!shown || !isRecordData(head)) return undefined
  const path = recordPath(model, session, shown.name.identifier, head)
  if (path === undefined) return undefined
  const title = titleOf(model, shown.name.identifier, head)
  const texts = searchedFields(model, session, entity).map((name) => record[name])
  const excerpts = texts.flatMap((text) => (typeof text === 'string' ? (excerptOf(text, searched) ?? []) : []))
  // What the title says already is not said again.
  const excerpt = excerpts.find((each) => !title.includes(each))
  return { id: record.id, path, title, excerpt, shown: { entity: shown, record: head } }
}
