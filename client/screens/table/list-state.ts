// Keeps view, search, filter, order and columns of a list in its address.
import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Entity, Screen } from '#shared/model/model.ts'
import { withoutTracking } from '../../data/filters/tracking-parameters.ts'
import { followRenames } from '#shared/protocol/follow-renames.ts'
import type { ListFilter } from '../../data/filters/list-filter.ts'
import { readListFilter, writeFilter } from '../../data/filters/list-filter.ts'
import { useFormerNames, useModel } from '../../data/spec.ts'
import { say } from '../../words/say.ts'

export interface ListState {
  /** Undefined: none is named, so the first is open. */
  readonly view: string | undefined
  /** The id of the saved view that was opened. */
  readonly saved: string | undefined
  readonly search: string
  readonly sort: string | null
  readonly filter: ListFilter
  /** Paths of the columns that the person chose. */
  readonly columns: readonly string[] | undefined
  /** Widths that the person gave to columns, in pixels, by their paths. */
  readonly widths: ReadonlyMap<string, number>
  /** The field by which rows stand in groups. */
  readonly group: string | undefined
  /** A condition that another page brought along, and the words that stand for it. */
  readonly where: { readonly text: string; readonly title: string } | undefined
  /** Is something searched for or filtered? */
  readonly isNarrowed: boolean
  /** Is there anything that could be saved as a view? */
  readonly isChanged: boolean
  /** All of it, as it stands in the address. */
  readonly parameters: URLSearchParams
  setSearch(search: string): void
  setSort(sort: string | null): void
  /** `before`: what holds by then, also where another change is still on its way. */
  changeFilter(make: (before: ListFilter) => ListFilter): void
  setColumns(columns: readonly string[] | undefined): void
  /** Undefined: as wide as usual. */
  setWidth(path: string, width: number | undefined): void
  setGroup(group: string | undefined): void
  /** Opens a view as it is: with nothing of what was chosen in the one before. */
  open(parameters: URLSearchParams): void
  clearWhere(): void
  /** Takes search and filters away; the view, the order and the columns stay. */
  clear(): void
}

/** `usualGroup`: what the document groups by, as long as the person chooses nothing else. */
export function useListState(entity: Entity, readable: ReadonlySet<string>, usualGroup?: string): ListState {
  const model = useModel()
  const formerNames = useFormerNames()
  const [given, setParameters] = useSearchParams()
  const parameters = useMemo(() => {
    const knows = (of: Entity, field: string) => of.fields.has(field)
    return new URLSearchParams(followRenames({ model, formerNames, knows }, entity, withoutTracking(entity, given)))
  }, [model, formerNames, entity, given])
  // The address follows a change later, so a second change at once goes on from this.
  const latest = useRef(parameters)
  useLayoutEffect(() => {
    latest.current = parameters
  }, [parameters])
  const change = useCallback(
    (make: (before: URLSearchParams) => URLSearchParams) => {
      latest.current = make(latest.current)
      setParameters(latest.current, { replace: true })
    },
    [setParameters],
  )
  const set = useCallback(
    (name: string, value: string | null | undefined) => change((before) => withParameter(before, name, value)),
    [change],
  )
  const filter = useMemo(
    () => readListFilter(model, entity, readable, parameters),
    [model, entity, readable, parameters],
  )
  const where = whereIn(parameters)
  const search = parameters.get('q') ?? ''
  return {
    view: parameters.get('view') ?? undefined,
    saved: parameters.get('_saved') ?? undefined,
    search,
    sort: parameters.get('sort'),
    filter,
    columns: parameters.get('_columns')?.split(',').filter(Boolean),
    widths: useMemo(() => readWidths(parameters.get('_widths')), [parameters]),
    group: groupIn(parameters, usualGroup),
    where,
    isNarrowed: search !== '' || where !== undefined || filter.conditions.length > 0 || filter.lost !== undefined,
    isChanged: [...parameters.keys()].some((name) => name !== 'view' && name !== '_saved'),
    parameters,
    setSearch: useCallback((text: string) => set('q', text), [set]),
    setSort: (sort) => set('sort', sort),
    changeFilter: (make) =>
      change((before) => writeFilter(before, make(readListFilter(model, entity, readable, before)))),
    setColumns: (columns) => set('_columns', columns?.join(',')),
    setWidth: (path, width) =>
      change((before) => withParameter(before, '_widths', writeWidths(readWidths(before.get('_widths')), path, width))),
    setGroup: (group) => set('_group', group === usualGroup ? null : (group ?? WITHOUT_GROUP)),
    // What is open already is not gone back to.
    open: (next) => setParameters(next, { replace: next.toString() === latest.current.toString() }),
    clearWhere: () => change((before) => withParameter(withParameter(before, '_where', null), '_title', null)),
    clear: () =>
      change((before) => {
        const kept = [...before].filter(([name]) => KEPT.has(name))
        // What another page brought along was of all records, not of the first view.
        return new URLSearchParams(where && !before.has('view') ? [...kept, ['view', WITHOUT_VIEW]] : kept)
      }),
  }
}

/** Value in place of a view's name that shows the list as the screen defines it. */
export const WITHOUT_VIEW = '-'

/** The address of a list with these parameters, and nothing of its first view, which shows a part. */
export function wholeListPath(
  { route, views }: Pick<Screen, 'route' | 'views'>,
  parameters = new URLSearchParams(),
): string {
  const query = new URLSearchParams(parameters)
  if (views) query.set('view', WITHOUT_VIEW)
  return query.size === 0 ? route : `${route}?${query.toString()}`
}

/** Value in place of a field's name that shows rows without groups where the document defines groups. */
const WITHOUT_GROUP = '-'

function groupIn(parameters: URLSearchParams, usual: string | undefined): string | undefined {
  const chosen = parameters.get('_group') ?? usual
  return chosen === WITHOUT_GROUP ? undefined : chosen
}

const KEPT: ReadonlySet<string> = new Set(['view', '_saved', 'sort', '_columns', '_group', '_widths'])

function withParameter(before: URLSearchParams, name: string, value: string | null | undefined): URLSearchParams {
  const next = new URLSearchParams(before)
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}

/** No field's name begins with a line below: it is the system's own. */
function whereIn(parameters: URLSearchParams): ListState['where'] {
  const text = parameters.get('_where')
  return text === null || text === '' ? undefined : { text, title: parameters.get('_title') ?? say('Filtered') }
}

export const LEAST_WIDTH = 60
export const MOST_WIDTH = 1_000

/** `subject:300,room.name:120`; what is no width is left out. */
export function readWidths(text: string | null): ReadonlyMap<string, number> {
  return new Map(
    (text ?? '').split(',').flatMap((each): [string, number][] => {
      const [path = '', width] = each.split(':')
      return /^\d{2,4}$/.test(width ?? '') ? [[path, withinWidths(Number(width))]] : []
    }),
  )
}

function writeWidths(before: ReadonlyMap<string, number>, path: string, width: number | undefined): string {
  const next = new Map(before)
  if (width === undefined) next.delete(path)
  else next.set(path, withinWidths(width))
  return [...next].map(([each, wide]) => `${each}:${wide}`).join(',')
}

export function withinWidths(width: number): number {
  return Math.round(Math.min(Math.max(width, LEAST_WIDTH), MOST_WIDTH))
}
