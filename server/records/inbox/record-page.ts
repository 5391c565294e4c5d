// Finds the address of a record's page for a reader: by its id, or by the field that its route names.
import { pagesOf, screensFor } from '#shared/decisions/2-screens.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Screen } from '#shared/model/model.ts'
import { pathForReader } from '../access/path-for-reader.ts'
import { findHeldRoles } from '../access/held-roles.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'

/** `readable`: the fields of the record that the reader may read. */
type FindPage = (entity: string, record: RecordValue, readable: ReadonlySet<string>) => Promise<string | undefined>

/**
 * Makes a function that finds the pages of several records for one reader and looks up their screens only once. The
 * function returns undefined if no screen shows the record to them.
 */
export function makePageFinder(dependencies: RecordsDependencies, actorContext: ActorContext): FindPage {
  const { running } = dependencies.current
  const { actor } = actorContext
  const screensOf = new Map<string, Promise<readonly Screen[]>>()
  const find = async (entity: string): Promise<readonly Screen[]> => {
    const pages = pagesOf(running.model, entity)
    if (pages.length === 0) return []
    const open = screensFor(running.model, actor, await findHeldRoles(dependencies, actorContext, pages))
    return pages.filter((page) => open.includes(page))
  }
  return async (entity, record, readable) => {
    const found = screensOf.get(entity) ?? find(entity)
    screensOf.set(entity, found)
    return pathForReader(await found, entity, record, readable)
  }
}
