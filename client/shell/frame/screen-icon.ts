// The icon of a screen in the menu: the entity's own if the document names one that there is, else by what the screen shows.
import type { Model, Screen } from '#shared/model/model.ts'
import type { IconName } from '../../ui/icon.tsx'
import { isIconName } from '../../ui/icon.tsx'

const BY_KIND: { readonly [kind: string]: IconName } = {
  table: 'table',
  board: 'board',
  calendar: 'calendar',
  timeline: 'calendar',
  gallery: 'board',
  map: 'compass',
  form: 'form',
  dashboard: 'dashboard',
  page: 'page',
}

const BY_ENTITY: { readonly [entity: string]: IconName } = { Person: 'people', Team: 'team', Article: 'page' }

export function iconOf(model: Model, screen: Screen): IconName {
  const { shows } = screen
  if (shows.kind === 'table' || shows.kind === 'record') {
    const icon = model.entities.get(shows.entity)?.icon
    if (icon && isIconName(icon)) return icon
    const known = BY_ENTITY[shows.entity]
    if (known) return known
  }
  return BY_KIND[shows.kind] ?? 'page'
}
