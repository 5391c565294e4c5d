// Reads lists, single records, counts, summaries and histories.
import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InfiniteData, QueryClient, UseQueryOptions } from '@tanstack/react-query'
import { writeSort } from '#shared/decisions/2-screens.ts'
import type { RecordName } from '#shared/decisions/2-record-names.ts'
import type { Entity } from '#shared/model/model.ts'
import type { HistoryBody } from '#shared/protocol/history.ts'
import type { SummaryBody } from '#shared/protocol/list.ts'
import { RequestRefusal, sendRequest, fetchData } from '../api.ts'
import { useKnownSession } from '../session.ts'
import { useModel } from '../spec.ts'
import { readableNames } from './permissions.ts'
import type { RecordData } from './record-data.ts'
import { readableSort, readSort } from './sort-parameter.ts'

export interface ListQuery {
  readonly filter?: string
  readonly search?: string
  readonly sort?: string
  /** Absent: all that may be read. */
  readonly fields?: readonly string[]
  readonly expand?: readonly string[]
  readonly limit?: number
  readonly count?: boolean
  /** Asks what the reader may do to each. */
  readonly may?: boolean
  /** `trash` reads the deleted records in place of the existing ones. */
  readonly trash?: boolean
}

export interface ListResponse {
  readonly items: readonly RecordData[]
  readonly next: string | null
  readonly count?: number
  /** Nothing has the searched words; these have others, one letter away. */
  readonly near?: true
}

/** `filter=…&sort=…`, without what is empty. */
export function writeQuery(query: ListQuery, after?: string | null): string {
  const parameters = new URLSearchParams()
  if (query.filter) parameters.set('filter', query.filter)
  if (query.search) {
    parameters.set('search', query.search)
    // People mistype.
    parameters.set('near', 'yes')
  }
  if (query.sort) parameters.set('sort', query.sort)
  if (query.fields && query.fields.length > 0) parameters.set('fields', query.fields.join(','))
  if (query.expand && query.expand.length > 0) parameters.set('expand', query.expand.join(','))
  if (query.limit !== undefined) parameters.set('limit', String(query.limit))
  if (query.count && !after) parameters.set('count', 'exact')
  if (query.may) parameters.set('may', 'yes')
  if (query.trash) parameters.set('trash', 'yes')
  if (after) parameters.set('after', after)
  return parameters.toString()
}

/** Leaves out of a query what the person may not read: a request that names such a field is refused whole. */
function useReadableQuery(entity: Entity, query: ListQuery): ListQuery {
  const model = useModel()
  const session = useKnownSession()
  const { sort, fields, expand } = query
  const readable = readableNames(model, session, entity.name.identifier)
  return {
    ...query,
    ...(sort ? { sort: writeSort(readableSort(model, session, entity, readSort(sort))) } : {}),
    ...(fields ? { fields: fields.filter((field) => readable.has(field)) } : {}),
    ...(expand ? { expand: expand.filter((path) => readable.has(path.split('.')[0] ?? '')) } : {}),
  }
}

/** Gives all pages loaded so far, and how to load the next. */
export function usePages(entity: Entity, wanted: ListQuery) {
  const query = useReadableQuery(entity, wanted)
  return useInfiniteQuery({
    queryKey: ['records', entity.path, 'pages', query],
    queryFn: ({ pageParam, signal }) =>
      fetchData<ListResponse>(`/api/${entity.path}?${writeQuery(query, pageParam)}`, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  })
}

export function useList(entity: Entity, wanted: ListQuery, enabled = true) {
  const query = useReadableQuery(entity, wanted)
  return useQuery({
    queryKey: ['records', entity.path, 'list', query],
    queryFn: ({ signal }) => fetchData<ListResponse>(`/api/${entity.path}?${writeQuery(query)}`, signal),
    enabled,
    placeholderData: keepPreviousData,
  })
}

export interface LoadedRecord {
  readonly record: RecordData
  readonly etag: string | null
}

/** `by`: `id`, or a unique field. */
export function useRecord(entity: Entity, by: string, key: string, expand: readonly string[]) {
  return useQuery(recordQuery(entity, by, key, expand))
}

export function recordQuery(entity: Entity, by: string, key: string, expand: readonly string[]) {
  return queryOptions({
    queryKey: ['records', entity.path, 'one', by, key, expand],
    queryFn: async ({ signal }): Promise<LoadedRecord> => {
      const place = by === 'id' ? encodeURIComponent(key) : `${by}/${encodeURIComponent(key)}`
      const query = new URLSearchParams({
        may: 'yes',
        ...(entity.workflows.size > 0 ? { timers: 'yes' } : {}),
        ...(expand.length > 0 ? { expand: expand.join(',') } : {}),
      })
      const { data, etag } = await sendRequest<RecordData>(`/api/${entity.path}/${place}?${query.toString()}`, {
        signal,
      })
      return { record: data, etag }
    },
  })
}

/** The first record that has one of the names; it is at hand when its own page asks for it. */
export function namedRecordQuery(
  client: QueryClient,
  entity: Entity,
  names: readonly RecordName[],
  expand: readonly string[],
) {
  return queryOptions({
    queryKey: ['records', entity.path, 'named', names, expand],
    queryFn: async (): Promise<LoadedRecord> => {
      let refusal: unknown
      for (const { field, value } of names) {
        try {
          const found = await client.fetchQuery(recordQuery(entity, field, value, expand))
          client.setQueryData(recordQuery(entity, 'id', found.record.id, expand).queryKey, found)
          return found
        } catch (error) {
          if (!(error instanceof RequestRefusal) || error.problem.status !== 404) throw error
          refusal ??= error
        }
      }
      throw refusal
    },
  })
}

/**
 * Finds a record in the results of lists and searches that were read before, to show it at once until the record
 * itself is loaded.
 */
export function useListedRecord(entity: Entity, by: string, key: string): RecordData | undefined {
  const client = useQueryClient()
  const lists = client.getQueriesData<ListResponse | InfiniteData<ListResponse>>({
    predicate: ({ queryKey: [first, path, kind] }) =>
      first === 'records' && path === entity.path && (kind === 'pages' || kind === 'search'),
  })
  for (const [, data] of lists) {
    const pages = data === undefined ? [] : 'pages' in data ? data.pages : [data]
    for (const { items } of pages) {
      const found = items.find((item) => String(item[by]) === key)
      if (found) return found
    }
  }
  return undefined
}

export function useSummary(
  entity: Entity,
  query: { readonly by?: string; readonly measure: string; readonly filter?: string },
  options: Pick<UseQueryOptions<SummaryBody>, 'enabled' | 'retry' | 'retryDelay'> = {},
) {
  return useQuery({
    ...options,
    queryKey: ['records', entity.path, 'summary', query],
    queryFn: ({ signal }) =>
      fetchData<SummaryBody>(`/api/${entity.path}/summary?${new URLSearchParams(query).toString()}`, signal),
  })
}

export function useHistory(entity: Entity, id: string) {
  return useInfiniteQuery({
    queryKey: ['records', entity.path, 'history', id],
    queryFn: ({ pageParam, signal }) =>
      fetchData<HistoryBody>(
        `/api/${entity.path}/${encodeURIComponent(id)}/history?limit=20${pageParam ? `&after=${encodeURIComponent(pageParam)}` : ''}`,
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  })
}
