// Decides the status of the studio's data pages: 200 for administrators where entity and record exist.
import type { RunningDocument } from '../document/current-document.ts'
import { findNamedRecord } from './find-named-record.ts'
import type { ActorContext, RecordsDependencies } from '../records/records-dependencies.ts'

/** Undefined: the path is not one of these pages. */
export async function dataPageStatus(
  dependencies: RecordsDependencies,
  running: RunningDocument,
  context: ActorContext,
  path: string,
): Promise<number | undefined> {
  const [, entityPath, id] = /^\/studio\/data\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? []
  if (entityPath === undefined) return undefined
  const { model } = running
  if (!context.actor.administrator || !model.accountPolicy.administratorsReadData) return 404
  const entity = [...model.entities.values()].find((each) => each.path === entityPath)
  if (entity === undefined) return 404
  if (id === undefined || id === 'new') return 200
  return (await findNamedRecord(dependencies, context, entity.name.identifier, decode(id))) === undefined ? 404 : 200
}

/** What can't be decoded names no record. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}
