// Finds the address of a record's page for a reader: by its id, or by the field that its route names.
import { pathOfRecord, screensFor } from '#shared/decisions/2-screens.ts'
import type { Screen } from '#shared/model/model.ts'
import { isShown } from '#shared/points/declarations.ts'
import { readableFieldsById } from '../access/row-policy.ts'
import { findHeldRoles } from '../access/held-roles.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'

type FindPage = (entity: string, id: string) => Promise<string | undefined>

/**
 * Makes a function that finds the pages of several records for one reader and looks up their screens only once. The
 * function returns undefined if no screen shows the record to them.
 */
export function makePageFinder(dependencies: RecordsDependencies, actorContext: ActorContext): FindPage {
  const { storage, current } = dependencies
  const { running } = current
  const { actor, now } = actorContext
  const screensOf = new Map<string, Promise<readonly Screen[]>>()
  const find = async (entity: string): Promise<readonly Screen[]> => {
    const { screens } = running.model
    const pages = (isShown(screens) ? screens.screens : []).filter(
      ({ shows }) => shows.kind === 'record' && shows.entity === entity,
    )
    if (pages.length === 0) return []
    const open = screensFor(running.model, actor, await findHeldRoles(dependencies, actorContext, pages))
    return pages.filter((page) => open.includes(page))
  }
  return async (entity, id) => {
    const found = screensOf.get(entity) ?? find(entity)
    screensOf.set(entity, found)
    const pages = await found
    const [first] = pages
    if (first?.shows.kind !== 'record') return undefined
    if (first.shows.by === 'id') return pathOfRecord(pages, entity, { id })
    const { database } = storage
    const readable = await readableFieldsById({ database, storage, running, now }, actor, entity, id)
    const record = readable === undefined ? undefined : await database.record(entity, id)
    if (record === undefined || readable === undefined) return undefined
    const known = Object.entries(record).filter(([field]) => readable.has(field) || field === 'id')
    return pathOfRecord(pages, entity, Object.fromEntries(known))
  }
}
