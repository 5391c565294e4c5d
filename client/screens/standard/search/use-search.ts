// Sends a search for each searchable entity with a screen.
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import type { Entity, Model } from '#shared/model/model.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { fetchData } from '../../../data/api.ts'
import { listedFields } from '../../../data/records/listed-fields.ts'
import { readableNames } from '../../../data/records/permissions.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { isRecordData } from '../../../data/records/record-data.ts'
import type { ListQuery, ListResponse } from '../../../data/records/record-queries.ts'
import { writeQuery } from '../../../data/records/record-queries.ts'
import { titleOf } from '#shared/decisions/record-title.ts'
import { relationPaths } from '../../../data/records/title-paths.ts'
import { numberCondition } from '../../../data/search/exact-number.ts'
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
  /** Its first hit is what the number names. */
  readonly isExact: boolean
}

/**
 * The first few records of each entity, the one that a number names before all; empty text finds nothing and asks nothing.
 * `words`: searched for; they may come after the number, which is asked for at once.
 */
export function useSearch(text: string, words: string = text) {
  const model = useModel()
  const session = useKnownSession()
  const entities = text === '' ? [] : searchedEntities(model, session)
  const asked = entities.map((entity) => askedOf(model, session, entity))
  const answers = useQueries({
    queries: entities.map((entity, at) => ({
      ...askQuery(entity, { ...asked[at], search: words, limit: FIRST }),
      enabled: words !== '',
    })),
  })
  const numbered = entities.flatMap((entity, at) => {
    const filter = numberCondition(entity, readableNames(model, session, entity.name.identifier), text)
    return filter === undefined ? [] : [{ entity, query: { ...asked[at], filter, limit: 1 } }]
  })
  const named = useQueries({
    // Of another number nothing is shown meanwhile.
    queries: numbered.map(({ entity, query }) => ({ ...askQuery(entity, query), placeholderData: undefined })),
  })
  const groups = entities.flatMap((entity, index): HitGroup[] => {
    const answer = answers[index]?.data
    const exact = named[numbered.findIndex((each) => each.entity === entity)]?.data?.items ?? []
    const others = (answer?.items ?? []).filter(({ id }) => exact.every((record) => record.id !== id))
    const searched = readSearch(words, answer?.near === true)
    const hits = [...exact, ...others].flatMap((record) => hitOf(model, session, entity, record, searched) ?? [])
    return hits.length === 0
      ? []
      : [{ entity, hits, hasMore: typeof answer?.next === 'string', searched, isExact: exact.length > 0 }]
  })
  return {
    groups: [...groups.filter(({ isExact }) => isExact), ...groups.filter(({ isExact }) => !isExact)],
    /** Nothing has the words; what is shown is one letter away. */
    isNear:
      answers.some((answer) => answer.data?.near) &&
      answers.every(({ data }) => !data || data.items.length === 0 || data.near),
    isPending: answers.some((answer) => answer.isPending),
    /** It is not known yet what the number names. */
    isNumberPending: named.some((answer) => answer.isPending),
    error: answers.find((answer) => answer.error)?.error ?? null,
    refetch: () => Promise.all(answers.map((answer) => answer.refetch())),
  }
}

function askedOf(model: Model, session: SessionBody, entity: Entity): Pick<ListQuery, 'fields' | 'expand'> {
  const leading = leadingRelation(model, session, entity)
  const more = leading === undefined ? [] : [leading]
  const readable = readableNames(model, session, entity.name.identifier)
  const searched = searchedFields(model, session, entity)
  return {
    fields: listedFields(model, entity, [], readable, [...searched, ...more]),
    expand: relationPaths(model, session, entity, more),
  }
}

function askQuery(entity: Entity, asked: ListQuery) {
  const query = writeQuery(asked)
  return {
    queryKey: ['records', entity.path, 'search', query],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      fetchData<ListResponse>(`/api/${entity.path}?${query}`, signal),
    placeholderData: keepPreviousData,
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
