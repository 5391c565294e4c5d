// Reads the titles of related records and the candidates of a relation.
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { Entity } from '#shared/model/model.ts'
import { fetchData } from '../api.ts'
import { quoteFilterText } from './filter-conditions.ts'
import { listedFields } from './listed-fields.ts'
import type { RecordData } from './record-data.ts'
import { pictureOf } from './record-data.ts'
import type { ListResponse } from './record-queries.ts'
import { writeQuery } from './record-queries.ts'
import { readRecentChoices } from '../recent.ts'
import { readableBy, readableNames } from './permissions.ts'
import { useKnownSession } from '../session.ts'
import { useModel } from '../spec.ts'
import { colorOf } from './record-color.ts'
import { hasRecords } from '#shared/decisions/2-screens.ts'
import { titleOf } from '#shared/decisions/record-title.ts'
import { titlePaths } from '#shared/decisions/title-paths.ts'
import { say } from '../../words/say.ts'

/** The picture of the person who looks, where they may see it. */
export function useOwnPicture(): string | undefined {
  const model = useModel()
  const session = useKnownSession()
  // Where the document names neither entities nor roles, nobody's record can be read.
  const isReadable = hasRecords(model) && readableNames(model, session, 'Person').has('picture')
  const { data } = useRelated('Person', session.person?.id ?? '', session.person !== null && isReadable)
  return data && pictureOf(data)
}

/** Reads a related record once for all parts of the page that show it. It fails where the reader may not know the record. */
export function useRelated(entityName: string, id: string, isAsked = true) {
  const model = useModel()
  const session = useKnownSession()
  const entity = model.entities.get(entityName)
  const paths = entity ? titlePaths(model, readableBy(model, session), entity) : []
  const expand = paths.length > 0 ? `?expand=${paths.join(',')}` : ''
  return useQuery({
    queryKey: ['records', entity?.path, 'related', id],
    queryFn: ({ signal }) => fetchData<RecordData>(`/api/${entity?.path}/${encodeURIComponent(id)}${expand}`, signal),
    enabled: entity !== undefined && isAsked,
    staleTime: 60_000,
    retry: false,
  })
}

const MOST_OPTIONS = 200

/** How a record is shown where it stands for a group. */
export interface RecordLook {
  readonly title: string
  /** `#rrggbb`, where it gives itself one. */
  readonly color: string | undefined
}

/**
 * Reads the titles and colours of records by id, as many as fit into one list. Absent ids are not known yet, or not
 * readable for this person.
 */
export function useLooks(entityName: string | undefined, ids: readonly string[]): ReadonlyMap<string, RecordLook> {
  const model = useModel()
  const session = useKnownSession()
  const entity = entityName === undefined ? undefined : model.entities.get(entityName)
  const fields = entity && listedFields(model, entity, [], readableNames(model, session, entity.name.identifier))
  const filter = `id in [${ids.slice(0, MOST_OPTIONS).map(quoteFilterText).join(', ')}]`
  const { data } = useOptions(entity, { fields, filter }, ids.length > 0)
  const lookOf = (name: string, item: RecordData): RecordLook => ({
    title: titleOf(model, name, item),
    color: colorOf(model, name, item),
  })
  return new Map(entity && data ? data.items.map((item) => [item.id, lookOf(entity.name.identifier, item)]) : [])
}

/** Reads the titles of records by id, as many as fit into one list. */
export function useTitles(entityName: string | undefined, ids: readonly string[]): ReadonlyMap<string, string> {
  return new Map([...useLooks(entityName, ids)].map(([id, { title }]) => [id, title]))
}

/** A record that may be chosen. */
export interface Candidate {
  readonly value: string
  readonly label: string
  /** Colour of the record, where it has one. */
  readonly color?: string
  /** The address of a small picture, of a person who has one. */
  readonly picture?: string
  /** Why it stands before the others. */
  readonly first?: 'me' | 'recent'
}

/**
 * Lists the records that a relation can be set to: as many as fit into a list and, where there are more, those that a
 * search finds. The person themselves and recent choices come first.
 */
export function useCandidates(entityName: string, chosen: readonly string[], filter?: string) {
  const model = useModel()
  const entity = model.entities.get(entityName)
  const session = useKnownSession()
  const fields = entity && listedFields(model, entity, [], readableNames(model, session, entityName))
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search, 250)
  const me = session.person?.id ?? ''
  const [recent] = useState(() => readRecentChoices(me, entityName))
  const firstIds = useMemo(
    () => (entityName === 'Person' && me !== '' ? [me, ...recent.filter((id) => id !== me)] : recent),
    [entityName, me, recent],
  )
  const all = useOptions(entity, { fields, filter }, true)
  const more = all.data?.next !== null && all.data !== undefined
  const found = useOptions(entity, { fields, filter, search: settled }, more && settled !== '' && isSearchable(entity))
  // Those, too, only where they may be chosen.
  const these = `id in [${firstIds.map(quoteFilterText).join(', ')}]`
  const first = useOptions(
    entity,
    { fields, filter: filter ? `(${filter}) and ${these}` : these },
    more && firstIds.length > 0,
  )
  const candidateOf = useCallback(
    (item: RecordData): Candidate => {
      const color = colorOf(model, entityName, item)
      const picture = entityName === 'Person' ? pictureOf(item) : undefined
      return {
        value: item.id,
        label: titleOf(model, entityName, item),
        ...(color === undefined ? {} : { color }),
        ...(picture === undefined ? {} : { picture }),
      }
    },
    [model, entityName],
  )
  const known = useMemo(() => {
    const items = [first.data, all.data, found.data].flatMap((page) => page?.items ?? [])
    return new Map(items.map((item) => [item.id, candidateOf(item)]))
  }, [first.data, all.data, found.data, candidateOf])
  const options = useMemo((): readonly Candidate[] => {
    const before = firstIds.flatMap((id): Candidate[] => {
      const candidate = known.get(id)
      return candidate ? [{ ...candidate, first: entityName === 'Person' && id === me ? 'me' : 'recent' }] : []
    })
    return [...before, ...[...known.values()].filter(({ value }) => !firstIds.includes(value))]
  }, [known, firstIds, entityName, me])
  // What is chosen but not among them keeps its place.
  const missing = chosen.filter((id) => !known.has(id))
  // It may be known all the same, and only not be among those that may be chosen.
  const beyond = useOptions(
    entity,
    { fields, filter: `id in [${missing.map(quoteFilterText).join(', ')}]` },
    !all.isPending && missing.length > 0,
  )
  const unknown = all.isPending || beyond.isLoading ? '…' : say('Not shown to you')
  const absent = missing.map((value): Candidate => {
    const item = beyond.data?.items.find(({ id }) => id === value)
    return item ? candidateOf(item) : { value, label: unknown }
  })
  return { options: [...options, ...absent], loading: all.isPending || found.isFetching, search, setSearch }
}

function useOptions(
  entity: Entity | undefined,
  {
    fields,
    filter,
    search,
  }: { readonly fields: readonly string[] | undefined; readonly filter: string | undefined; readonly search?: string },
  enabled: boolean,
) {
  const model = useModel()
  const session = useKnownSession()
  const expand = entity ? titlePaths(model, readableBy(model, session), entity) : []
  const query = writeQuery({
    limit: MOST_OPTIONS,
    expand,
    ...(fields ? { fields } : {}),
    ...(filter ? { filter } : {}),
    ...(search ? { search } : {}),
  })
  return useQuery({
    queryKey: ['records', entity?.path, 'options', query],
    queryFn: ({ signal }) => fetchData<ListResponse>(`/api/${entity?.path}?${query}`, signal),
    enabled: enabled && entity !== undefined,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}

export function isSearchable(entity: Entity | undefined): boolean {
  return entity !== undefined && [...entity.fields.values()].some((field) => field.limits.searchable)
}
