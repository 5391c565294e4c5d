// Finds one record under the actor's read policy, as JSON text.
import { isKey } from '#shared/model/is-key.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { isRecordId } from '../new-id.ts'
import type { ReadRequest } from './read-request.ts'
import type { DatabaseHandle } from '../../storage/database-handle.ts'
import { checkReadable, planWholeRecord, planRead } from './read-request.ts'
import { bindingsOf } from '../access/condition-facts.ts'
import { entityNamed, policyOf } from '../../policy/policy.ts'
import { refused } from '../../policy/refused.ts'

/** `by`: `id`, or a unique field. `database`: a transaction sees what it has written. Undefined: there is none for this reader. */
export function findRecord(
  { storage, current }: RecordsDependencies,
  actorContext: ActorContext,
  entity: string,
  by: string,
  value: string,
  request?: ReadRequest,
  database: DatabaseHandle = storage.database,
): Promise<string | undefined> {
  const { running } = current
  if (by === 'id' && !isRecordId(value)) return NOTHING
  const plan =
    request === undefined
      ? planWholeRecord(running, storage, entity, actorContext.actor)
      : planRead(running, storage, entity, actorContext, request, undefined)
  return database.find(plan, bindingsOf(actorContext), by, value)
}

const NOTHING: Promise<undefined> = Promise.resolve(undefined)

/** Works like `findRecord`, but refuses with 404 (or with 401 if signing in might help). */
export async function getRecord(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  entity: string,
  by: string,
  value: string,
  request?: ReadRequest,
): Promise<string> {
  const { running } = dependencies.current
  if (actorContext.actor.person === null) checkReadable(running, entity, actorContext.actor)
  if (by !== 'id') checkKey(dependencies, actorContext, entity, by)
  const found = await findRecord(dependencies, actorContext, entity, by, value, request)
  if (found === undefined) throw refused('not_found')
  return found
}

function checkKey({ current }: RecordsDependencies, { actor }: ActorContext, entity: string, by: string): void {
  const { running } = current
  if (
    !isKey(entityNamed(running.model, entity).fields.get(by)) ||
    !policyOf(running, actor).entity(entity).read.readable.has(by)
  )
    throw refused('not_found')
}
