// Chooses the icon of a screen in the menu.
import { ICONS } from '#shared/model/3-entities/icons.ts'
import type { Model, Screen } from '#shared/model/model.ts'
import type { IconName } from '../../ui/icon.tsx'

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
    const named = model.entities.get(shows.entity)?.icon
    const icon = ICONS.find((name) => name === named)
    if (icon) return icon
    const known = BY_ENTITY[shows.entity]
    if (known) return known
  }
  return BY_KIND[shows.kind] ?? 'page'
}
