// Makes the links to the rows behind a number: to their list, else to a drawer over the dashboard.
import { useLocation } from 'react-router-dom'
import type { Entity, Screen } from '#shared/model/model.ts'
import { wholeList } from '../../data/visible-screens.ts'
import { useKnownSession } from '../../data/session.ts'
import { useModel } from '../../data/spec.ts'
import { wholeListPath } from '../table/list-state.ts'

/** Undefined: all rows. */
export type RowsLink = (where: string | undefined, title: string) => string

export function useRowsLink(entity: Entity): RowsLink {
  const list = wholeList(useModel(), useKnownSession(), entity.name.identifier)
  const { pathname, search } = useLocation()
  if (list) return (where, title) => rowsPath(list, where, title)
  return (where, title) => rowsInPlace(pathname, search, { entity: entity.name.identifier, where, title })
}

/** The list's address with a condition and the words that stand for it; see `list-state.ts`. */
export function rowsPath(list: Pick<Screen, 'route' | 'views'>, where: string | undefined, title: string): string {
  if (where === undefined) return wholeListPath(list)
  return `${list.route}?${new URLSearchParams({ _where: where, _title: title }).toString()}`
}

export interface RowsInPlace {
  readonly entity: string
  readonly where: string | undefined
  readonly title: string
}

/** The dashboard itself, as it is, with the rows above it. */
export function rowsInPlace(pathname: string, search: string, { entity, where, title }: RowsInPlace): string {
  const parameters = withoutRows(new URLSearchParams(search))
  parameters.set('_rows', entity)
  if (where !== undefined) parameters.set('_where', where)
  parameters.set('_title', title)
  return `${pathname}?${parameters.toString()}`
}

export function readRows(parameters: URLSearchParams): RowsInPlace | undefined {
  const entity = parameters.get('_rows')
  if (entity === null) return undefined
  return { entity, where: parameters.get('_where') ?? undefined, title: parameters.get('_title') ?? entity }
}

export function withoutRows(parameters: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...parameters].filter(([name]) => !['_rows', '_where', '_title'].includes(name)))
}
