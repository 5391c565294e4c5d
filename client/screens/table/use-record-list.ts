// Reads the records that a list shows: of its screen, its view, its filter and its order.
import { joinConditions, writeSort, usualOrder } from '#shared/decisions/2-screens.ts'
import { useMemo } from 'react'
import { fieldType } from '#shared/fields/registry.ts'
import type { Entity, Field, Model, Screen, ScreenView, Sort } from '#shared/model/model.ts'
import { useCurrentTime } from '../../clock.ts'
import { filterText } from '../../data/filters/list-filter.ts'
import { isFromToday } from '../../data/records/filter-conditions.ts'
import type { ListColumn } from '../../data/records/list-columns.ts'
import { columnsOf, expandFor, sortPath } from '../../data/records/list-columns.ts'
import { listedFields } from '../../data/records/listed-fields.ts'
import { usePermissions } from '../../data/records/permissions.ts'
import type { ListQuery } from '../../data/records/record-queries.ts'
import { useList, usePages, writeQuery } from '../../data/records/record-queries.ts'
import { isSortable, readableSort, readSort } from '../../data/records/sort-parameter.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { allScreens } from '../../data/visible-screens.ts'
import type { ListState } from './list-state.ts'

export interface ListScope {
  readonly screen: Screen
  readonly entity: Entity
  /** A date by which it is ordered, and from which on it shows what is to come. */
  readonly by?: string | undefined
  /** The date on which what it shows is over. */
  readonly until?: string | undefined
  /** Field of a gallery that holds the picture of a record. */
  readonly picture?: string | undefined
}

export function useRecordList(
  { screen, entity, by, until, picture }: ListScope,
  state: ListState,
  view: ScreenView | undefined,
) {
  const model = useModel()
  const session = useKnownSession()
  const { readable } = usePermissions(entity)
  const named = state.columns ?? (by ? datedColumns(model, entity, screen, by) : screen.columns)
  const columns = useMemo(
    // A picture stands above the facts, not among them.
    () => columnsOf(model, entity, named, readable).filter(({ path }) => path.length > 1 || path[0] !== picture),
    [model, entity, named, readable, picture],
  )
  const today = useCurrentTime()
  const dated = by ? entity.fields.get(by) : undefined
  const filter = joinConditions(
    screen.where?.text,
    view?.where?.text,
    state.where?.text,
    dated && isFromToday(dated, today, until === undefined ? undefined : entity.fields.get(until)),
    filterText(model, entity, state.filter),
  )
  const usual = usualOrder(screen, view, by ? { order: [{ field: by, descending: false }] } : entity)
  const chosen = state.sort ? readSort(state.sort) : usual
  const sort = readableSort(model, session, entity, chosen)
  const group = groupField(model, entity, state.group, readable)
  const grouped = group === undefined ? [] : [group.name.identifier]
  const narrowed = { ...(filter ? { filter } : {}), ...(state.search ? { search: state.search } : {}) }
  const order = writeSort(readableSort(model, session, entity, withGroup(sort, group && groupOrder(model, group))))
  const query: ListQuery = {
    ...narrowed,
    sort: order,
    fields: listedFields(model, entity, columns, readable, [...grouped, ...(picture === undefined ? [] : [picture])]),
    expand: expandFor(model, session, columns, entity, grouped),
    limit: screen.perPage ?? model.settings.pageSize,
  }
  const pages = usePages(entity, query)
  const records = useMemo(() => pages.data?.pages.flatMap((page) => page.items) ?? [], [pages.data])
  const after = pages.data?.pages.at(-1)?.next
  const next = after ? `/api/${entity.path}?${writeQuery(query, after)}` : undefined
  const count = useCount(entity, narrowed, pages)
  return { columns, filter, narrowed, sort, order, group: grouped[0], pages, records, next, count }
}

/**
 * Counts the records, or returns undefined while the count is not known. With a million records counting takes longer
 * than reading the first rows, or too long, so the rows are shown meanwhile.
 */
function useCount(
  entity: Entity,
  narrowed: Pick<ListQuery, 'filter' | 'search'>,
  { data, hasNextPage, isPlaceholderData }: ReturnType<typeof usePages>,
): number | undefined {
  const isAsked = hasNextPage && !isPlaceholderData
  const counted = useList(entity, { ...narrowed, fields: ['id'], limit: 1, count: true }, isAsked)
  if (data === undefined) return undefined
  if (!hasNextPage) return data.pages.reduce((sum, { items }) => sum + items.length, 0)
  // Of the rows that are shown, not of those before or after them.
  return counted.isPlaceholderData === isPlaceholderData ? counted.data?.count : undefined
}

/** Groups stand together: what they are of is the first of the order, in the direction in which the list is ordered by it. */
export function withGroup(sort: readonly Sort[], group: readonly string[] = []): readonly Sort[] {
  const first = group.map((path) => sort.find(({ field }) => field === path) ?? { field: path, descending: false })
  return [...first, ...sort.filter(({ field }) => !group.includes(field))].slice(0, MOST_SORTS)
}

/** Maximum number of sort fields that the server accepts. */
const MOST_SORTS = 5

/** Values that many records share, and that the server orders by: also a record that they point to. */
export function isGroupable(model: Model, { field }: Pick<ListColumn, 'field'>): boolean {
  return groupOrder(model, field) !== undefined
}

/** Records stand by their titles, and those of the same title apart. */
function groupOrder(model: Model, field: Field): readonly string[] | undefined {
  const { identifier } = field.name
  if (fieldType(field.type.kind).groupable === true) return isSortable(field) ? [identifier] : undefined
  const title = field.type.kind === 'relation' ? sortPath(model, { path: [identifier], field, label: '' }) : undefined
  return title === undefined ? undefined : [title, identifier]
}

function groupField(
  model: Model,
  entity: Entity,
  name: string | undefined,
  readable: ReadonlySet<string>,
): Field | undefined {
  const field = name === undefined || !readable.has(name) ? undefined : entity.fields.get(name)
  return field && isGroupable(model, { field }) ? field : undefined
}

/** The date second, after what names the record; else as in the entity's own list. */
function datedColumns(model: Model, entity: Entity, screen: Screen, by: string): readonly string[] | undefined {
  const list = allScreens(model).find(
    (each) => each.shows.kind === 'table' && each.shows.entity === entity.name.identifier,
  )
  const columns = screen.columns ?? list?.columns
  if (!columns) return undefined
  const others = columns.filter((column) => column !== by)
  return [...others.slice(0, 2), by, ...others.slice(2, 6)]
}
