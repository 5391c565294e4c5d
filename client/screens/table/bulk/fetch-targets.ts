// Reads the records that a bulk change is about, as they are now.
import type { Entity } from '#shared/model/model.ts'
import { fetchData } from '../../../data/api.ts'
import { quoteFilterText } from '../../../data/records/filter-conditions.ts'
import type { RecordData } from '../../../data/records/record-data.ts'
import type { ListQuery, ListResponse } from '../../../data/records/record-queries.ts'
import { writeQuery } from '../../../data/records/record-queries.ts'

export interface Targets {
  readonly ids: readonly string[]
  /** All that this finds, in place of the ids. */
  readonly all?: Pick<ListQuery, 'filter' | 'search' | 'sort'>
}

/** More are not changed at once. */
export const MOST_TARGETS = 10_000
/** So many ids fit into one filter. */
export const IDS_IN_FILTER = 80
const PAGE = 1_000

export async function fetchTargets(
  entity: Entity,
  { ids, all }: Targets,
  { fields, expand }: Pick<ListQuery, 'fields' | 'expand'>,
): Promise<readonly RecordData[]> {
  const shared = { ...(fields ? { fields } : {}), ...(expand ? { expand } : {}), limit: PAGE }
  if (all) return fetchAll(entity, { ...all, ...shared })
  const found: RecordData[] = []
  for (let start = 0; start < Math.min(ids.length, MOST_TARGETS); start += IDS_IN_FILTER) {
    const filter = `id in [${ids
      .slice(start, start + IDS_IN_FILTER)
      .map(quoteFilterText)
      .join(', ')}]`
    found.push(...(await fetchAll(entity, { filter, ...shared })))
  }
  const order = new Map(ids.map((id, index) => [id, index]))
  return found.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
}

async function fetchAll(entity: Entity, query: ListQuery): Promise<RecordData[]> {
  const found: RecordData[] = []
  let after: string | null = null
  do {
    const page: ListResponse = await fetchData(`/api/${entity.path}?${writeQuery(query, after)}`)
    found.push(...page.items)
    after = page.next
  } while (after !== null && found.length < MOST_TARGETS)
  return found.slice(0, MOST_TARGETS)
}
