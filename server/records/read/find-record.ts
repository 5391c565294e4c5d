// Finds one record under the actor's read policy, as JSON text.
import { isKey } from '#shared/model/is-key.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { isRecordId } from '../new-id.ts'
import type { ReadRequest } from './read-request.ts'
import type { DatabaseHandle, KnownRecord } from '../../storage/database-handle.ts'
import { checkReadable, planWholeRecord, planRead } from './read-request.ts'
import { bindingsOf } from '../access/condition-facts.ts'
import { readableFieldsOf } from '../access/row-policy.ts'
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
  const known = by === 'id' && request === undefined ? database.known?.(entity, value) : undefined
  if (known !== undefined && !(known.asksNothing && isAsked({ storage, current }, actorContext, entity, known)))
    return printKnown({ storage, current }, actorContext, entity, known, database)
  const plan =
    request === undefined
      ? planWholeRecord(running, storage, entity, actorContext.actor)
      : planRead(running, storage, entity, actorContext, request, undefined)
  return database.find(plan, bindingsOf(actorContext), by, value)
}

const NOTHING: Promise<undefined> = Promise.resolve(undefined)

/** Reports whether the database has to be asked what the caller may see of a record, or how one of its values is written. */
function isAsked(
  { storage, current: { running } }: Pick<RecordsDependencies, 'storage' | 'current'>,
  { actor }: ActorContext,
  entity: string,
  { print }: KnownRecord,
): boolean {
  const { rows, isSameInAllRows, conditions, readable } = policyOf(running, actor).entity(entity).read
  const isPlain = rows === true && isSameInAllRows
  return (!isPlain && conditions.plan(storage) !== undefined) || print([...readable]) === undefined
}

/** Gives the text of a record that a command has written: it is not read again, since its values tell what the caller may see. */
async function printKnown(
  { storage, current: { running } }: Pick<RecordsDependencies, 'storage' | 'current'>,
  actorContext: ActorContext,
  entity: string,
  { record, print }: KnownRecord,
  database: DatabaseHandle,
): Promise<string | undefined> {
  const { actor, now } = actorContext
  const { readable } = policyOf(running, actor).entity(entity).read
  const seen = await readableFieldsOf({ database, storage, running, now }, actor, entity, record)
  if (seen === undefined) return undefined
  const text = print([...readable].filter((field) => seen.has(field)))
  return (
    text ?? database.find(planWholeRecord(running, storage, entity, actor), bindingsOf(actorContext), 'id', record.id)
  )
}

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
