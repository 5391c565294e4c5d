// Reads one record as its reader may see it, as JSON text; what may not be read does not exist.
import type { Entity } from '#shared/model/model.ts'
import type { Acting, RecordsDependencies } from './dependencies.ts'
import { isId } from './new-id.ts'
import type { Asked } from './read-plan.ts'
import { checkReadable, plainPlan, planFor } from './read-plan.ts'
import { bindingsOf } from './work/judging.ts'
import { entityNamed, notFound, readableFields } from './work/rights.ts'

/** `by`: `id`, or a unique field. Undefined: there is none for this reader. */
export function findRecord(
  { storage, current }: RecordsDependencies,
  acting: Acting,
  entity: string,
  by: string,
  value: string,
  asked?: Asked,
): Promise<string | undefined> {
  const { running } = current
  if (by === 'id' && !isId(value)) return NOTHING
  const plan =
    asked === undefined
      ? plainPlan(running, storage, entity, acting.actor)
      : planFor(running, storage, entity, acting, asked, undefined)
  return plan.get(bindingsOf(acting), by, value)
}

const NOTHING: Promise<undefined> = Promise.resolve(undefined)

/** As `findRecord`, refusing with 404 (or 401, where signing in might help). */
export async function getRecord(
  dependencies: RecordsDependencies,
  acting: Acting,
  entity: string,
  by: string,
  value: string,
  asked?: Asked,
): Promise<string> {
  const { running } = dependencies.current
  if (acting.actor.person === null) checkReadable(running, entity, acting.actor)
  if (by !== 'id') checkKey(dependencies, acting, entity, by)
  const found = await findRecord(dependencies, acting, entity, by, value, asked)
  if (found === undefined) throw notFound(running.model)
  return found
}

function checkKey({ current }: RecordsDependencies, { actor }: Acting, entity: string, by: string): void {
  const { running } = current
  if (!isKey(entityNamed(running.model, entity), by) || !readableFields(running, entity, actor).has(by))
    throw notFound(running.model)
}

/** Fields that name one record: `/api/tickets/number/HD-00001`. */
export function isKey(entity: Entity, name: string): boolean {
  const field = entity.fields.get(name)
  if (field === undefined || field.standard) return false
  const { limits, type } = field
  // What is unique within something else alone names no record by itself.
  return limits.unique?.per.length === 0 || (type.kind === 'sequence' && type.per === undefined) || type.kind === 'slug'
}
