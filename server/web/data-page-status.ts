// Decides the status of the studio's data pages: 200 for administrators where entity and record exist.
import { segmentsOf } from '#shared/decisions/2-screens.ts'
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
  const [studio, data, entityPath, id, more] = segmentsOf(path) ?? []
  if (studio !== 'studio' || data !== 'data' || entityPath === undefined || more !== undefined) return undefined
  const { model } = running
  if (!context.actor.administrator || !model.accountPolicy.administratorsReadData) return 404
  const entity = [...model.entities.values()].find((each) => each.path === entityPath)
  if (entity === undefined) return 404
  if (id === undefined || id === 'new') return 200
  return (await findNamedRecord(dependencies, context, entity.name.identifier, id)) === undefined ? 404 : 200
}
