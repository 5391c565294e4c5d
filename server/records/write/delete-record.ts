// Deletes a record as a person, into the trash or for good.
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { entityNamed, policyOf } from '../../policy/policy.ts'
import type { WrittenRecord } from './command-context.ts'
import { runCommand } from './unit-of-work.ts'
import { runDelete } from './run-delete.ts'
import type { UpdateOptions } from './update-record.ts'

export function deleteRecord(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  entity: string,
  id: string,
  options: UpdateOptions = {},
): Promise<WrittenRecord> {
  return runCommand(dependencies, actorContext, { ...options, fromReserve: true }, async (context) => {
    const policy = policyOf(context.running, actorContext.actor)
    await runDelete(context, policy, entityNamed(context.running.model, entity), id, options.expected)
    return { entity, id }
  })
}
