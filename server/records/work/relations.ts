// What a person puts into a relation must exist for that person: an id of something hidden is as good as an invented one.
import type { FieldError } from '#shared/decisions/decision.ts'
import type { Citation, FieldType, Name } from '#shared/model/model.ts'
import { fieldsToReadOf } from './reading-rights.ts'
import { readRightsOf } from './rights.ts'
import type { Work } from './work.ts'
import { relationMissing } from './work.ts'

/** An entity, or the inputs of a transition. */
export interface Relating {
  readonly fields: ReadonlyMap<string, { readonly name: Name; readonly type: FieldType; readonly cite: Citation }>
}

/** One error for each field that names a record which the actor can't read. */
export async function missingRelations(
  work: Work,
  { fields }: Relating,
  values: { readonly [field: string]: unknown },
): Promise<readonly FieldError[]> {
  const { transaction, storage, running, acting } = work
  const { actor, now } = acting
  const errors: FieldError[] = []
  for (const [name, value] of Object.entries(values)) {
    const field = fields.get(name)
    if (field?.type.kind !== 'relation' || value === null) continue
    const { type } = field
    const readsAll = readRightsOf(running, type.entity, actor).rows === true
    for (const id of Array.isArray(value) ? value : [value]) {
      if (id === actor.person?.id) continue
      const looking = { reader: transaction, storage, running, now }
      const exists = readsAll
        ? await transaction.exists(type.entity, String(id))
        : await fieldsToReadOf(looking, actor, type.entity, String(id))
      if (exists) continue
      errors.push(relationMissing(work.running.model, field, type.entity))
      break
    }
  }
  return errors
}
