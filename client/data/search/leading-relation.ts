// Finds the record that shows what has no page of its own: a comment leads to its ticket.
import type { Entity, Model, Screen } from '#shared/model/model.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { isDataScreen } from '../data-screens.ts'
import { readableNames } from '../records/permissions.ts'
import { visibleScreens } from '../visible-screens.ts'

/** The relation that leads to a record on whose page such records stand; undefined: they have a page of the document. */
export function leadingRelation(model: Model, session: SessionBody, entity: Entity): string | undefined {
  const name = entity.name.identifier
  const pages = visibleScreens(model, session).filter(
    (screen) => screen.shows.kind === 'record' && !isDataScreen(screen),
  )
  if (pages.some(({ shows }) => shows.kind === 'record' && shows.entity === name)) return undefined
  const readable = readableNames(model, session, name)
  return pages.flatMap((page) => relationsBeside(model, page, name)).find((relation) => readable.has(relation))
}

function relationsBeside(model: Model, { shows, beside = [] }: Screen, name: string): readonly string[] {
  const head = shows.kind === 'record' ? model.entities.get(shows.entity) : undefined
  if (!head) return []
  const parts = [...head.parts.values()].flatMap((part) => (part.entity === name ? [part.field] : []))
  const listed = beside.flatMap((each) => {
    const reverse = head.reverses.get(each)
    return reverse?.entity === name ? [reverse.field] : []
  })
  return [...parts, ...listed]
}
