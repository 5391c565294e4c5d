// Finds the record that a path of a screen names: by its id, or by its number or a unique value of its title.
import { recordNames } from '#shared/decisions/2-record-names.ts'
import { entityNamed, policyOf } from '../policy/policy.ts'
import { findRecord } from '../records/read/find-record.ts'
import type { ActorContext, RecordsDependencies } from '../records/records-dependencies.ts'

/** Finds the record that a path names, and answers as `findRecord` does. */
export async function findNamedRecord(
  dependencies: RecordsDependencies,
  context: ActorContext,
  entity: string,
  text: string,
): Promise<string | undefined> {
  const { running } = dependencies.current
  const { readable } = policyOf(running, context.actor).entity(entity).read
  const names = recordNames(entityNamed(running.model, entity), readable, text)
  for (const { field, value } of [{ field: 'id', value: text }, ...names]) {
    const found = await findRecord(dependencies, context, entity, field, value)
    if (found !== undefined) return found
  }
  return undefined
}
