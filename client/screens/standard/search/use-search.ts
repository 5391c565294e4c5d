// Sends a search for each searchable entity with a screen.
import { useQueries } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Entity, Model } from '#shared/model/model.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { fetchData } from '../../../data/api.ts'
import { listedFields } from '../../../data/records/listed-fields.ts'
import { readableBy, readableNames } from '../../../data/records/permissions.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import { isRecordData } from '../../../data/records/record-data.ts'
import type { ListQuery, ListResponse } from '../../../data/records/record-queries.ts'
import { writeQuery } from '../../../data/records/record-queries.ts'
import { titleOf } from '#shared/decisions/record-title.ts'
import { relationPaths } from '#shared/decisions/title-paths.ts'
import { numberCondition } from '../../../data/search/exact-number.ts'
import { leadingRelation } from '../../../data/search/leading-relation.ts'
import type { SearchedWords } from '../../../data/search/mark-hits.ts'
import { excerptAround, readSearch } from '../../../data/search/mark-hits.ts'
import { searchedEntities, searchedFields } from '../../../data/search/searched-entities.ts'
import { useKnownSession } from '../../../data/session.ts'
import { useModel } from '../../../data/spec.ts'
import { recordPath } from '../../../data/visible-screens.ts'
import { orderGroups } from './order-hits.ts'

const FIRST = 5

export interface Hit {
  readonly id: string
  readonly path: string
  readonly title: string
  /** Excerpt of a text other than the title that contains the words. */
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
 * The first few records of each entity, the one that a number names before all, then those whose title begins as the text does; empty text finds nothing and asks nothing.
 * `words`: searched for; they may come after the number, which is asked for at once.
 */
export function useSearch(text: string, words: string = text) {
  const model = useModel()
  const session = useKnownSession()
  const isEmpty = text === ''
  const asked = useMemo(
    () => (isEmpty ? [] : searchedEntities(model, session)).map((entity) => askedOf(model, session, entity)),
    [model, session, isEmpty],
  )
  const answers = useJoinedQueries(
    useMemo(
      () =>
        asked.map(({ entity, query }) => ({
          ...askQuery(entity, { ...query, search: words, limit: FIRST }),
          enabled: words !== '',
        })),
      [asked, words],
    ),
  )
  const numbered = useMemo(
    () =>
      asked.flatMap(({ entity, readable, query }) => {
        const filter = numberCondition(entity, readable, text)
        return filter === undefined ? [] : [{ entity, query: { ...query, filter, limit: 1 } }]
      }),
    [asked, text],
  )
  const named = useJoinedQueries(
    useMemo(() => numbered.map(({ entity, query }) => askQuery(entity, query)), [numbered]),
  )
  const groups = useMemo(() => {
    const all = asked.flatMap(({ entity }, index): HitGroup[] => {
      const answer = answers.data[index]
      const exact = named.data[numbered.findIndex((each) => each.entity === entity)]?.items ?? []
      const others = (answer?.items ?? []).filter(({ id }) => exact.every((record) => record.id !== id))
      const searched = readSearch(words, answer?.near === true)
      const hits = [...exact, ...others].flatMap((record) => hitOf(model, session, entity, record, searched) ?? [])
      return hits.length === 0
        ? []
        : [{ entity, hits, hasMore: typeof answer?.next === 'string', searched, isExact: exact.length > 0 }]
    })
    return orderGroups(all, words)
  }, [model, session, asked, numbered, words, answers.data, named.data])
  // The library keeps no former answers of several queries: what was found before stays in sight until more is known.
  const [found, setFound] = useState(groups)
  if (!answers.isPending && found !== groups) setFound(groups)
  return {
    // What another number names is not shown meanwhile.
    groups: answers.isPending && numbered.length === 0 ? found : groups,
    /** Nothing has the words; what is shown is one letter away. */
    isNear:
      answers.data.some((answer) => answer?.near) &&
      answers.data.every((answer) => !answer || answer.items.length === 0 || answer.near),
    isPending: answers.isPending,
    /** `isNumberPending` is true while it is not known yet which record the number names. */
    isNumberPending: named.isPending,
    error: named.error ?? answers.error,
    refetch: () => Promise.all([named.refetch(), answers.refetch()]),
  }
}

/**
 * Sends the queries and joins their answers into one object, which stays the same until other answers come, so that
 * values derived from it are computed once.
 *
 * Each list of queries is joined by a function of its own. The library keeps the last joined answers by that function:
 * with one for all, the answers to what was typed before passed for those to what a deferred render asks.
 */
function useJoinedQueries(queries: readonly (ReturnType<typeof askQuery> & { readonly enabled?: boolean })[]) {
  return useQueries(useMemo(() => ({ queries, combine: joinAnswers.bind(undefined) }), [queries]))
}

function joinAnswers(results: readonly UseQueryResult<ListResponse>[]) {
  return {
    data: results.map(({ data }) => data),
    isPending: results.some((answer) => answer.isPending),
    error: results.find((answer) => answer.error)?.error ?? null,
    refetch: () => Promise.all(results.map((answer) => answer.refetch())),
  }
}

interface AskedEntity {
  readonly entity: Entity
  readonly readable: ReadonlySet<string>
  readonly query: Pick<ListQuery, 'fields' | 'expand'>
}

function askedOf(model: Model, session: SessionBody, entity: Entity): AskedEntity {
  const leading = leadingRelation(model, session, entity)
  const more = leading === undefined ? [] : [leading]
  const readable = readableNames(model, session, entity.name.identifier)
  const searched = searchedFields(model, session, entity)
  const query = {
    fields: listedFields(model, entity, [], readable, [...searched, ...more]),
    expand: relationPaths(model, readableBy(model, session), entity, more),
  }
  return { entity, readable, query }
}

function askQuery(entity: Entity, asked: ListQuery) {
  const query = writeQuery(asked)
  return {
    queryKey: ['records', entity.path, 'search', query],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      fetchData<ListResponse>(`/api/${entity.path}?${query}`, signal),
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
  const excerpts = texts.flatMap((text) => (typeof text === 'string' ? (excerptAround(text, searched) ?? []) : []))
  // What the title says already is not said again.
  const excerpt = excerpts.find((each) => !title.includes(each))
  return { id: record.id, path, title, excerpt, shown: { entity: shown, record: head } }
}
