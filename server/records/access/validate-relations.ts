// Validates relations in a body: the actor must be able to read each target record.
import type { FieldError } from '#shared/decisions/decision.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import type { Citation, Field, FieldType, Model, Name } from '#shared/model/model.ts'
import { labelFor } from '#shared/text/label.ts'
import { readableFieldsById } from './row-policy.ts'
import { policyOf } from '../../policy/policy.ts'
import type { CommandContext } from '../write/command-context.ts'

/** An entity, or the inputs of a transition. */
export interface RelationHolder {
  readonly fields: ReadonlyMap<string, { readonly name: Name; readonly type: FieldType; readonly cite: Citation }>
}

/** Gives one error for each field that names a record which the actor can't read. */
export async function findMissingRelations(
  context: CommandContext,
  { fields }: RelationHolder,
  values: { readonly [field: string]: unknown },
): Promise<readonly FieldError[]> {
  const { transaction, storage, running, actorContext } = context
  const { actor, now } = actorContext
  const relations = Object.entries(values).flatMap(([name, value]) => {
    const field = fields.get(name)
    if (field?.type.kind !== 'relation' || value === null) return []
    return [{ field, target: field.type.entity, ids: [value].flat().map(String) }]
  })
  if (relations.length === 0) return []
  // What nobody gives is often `me`, and looked for at the write.
  const me = actor.person === null ? [] : [{ entity: 'Person', record: actor.person.id }]
  const targets = relations.flatMap(({ target: entity, ids }) => ids.map((record) => ({ entity, record })))
  await transaction.lookFor([...targets, ...me])
  const policyContext = { database: transaction, storage, running, now }
  const errors: FieldError[] = []
  for (const { field, target, ids } of relations) {
    const readsAll = policyOf(running, actor).entity(target).read.rows === true
    for (const id of ids) {
      if (id === actor.person?.id) continue
      const exists = readsAll
        ? await transaction.exists(target, id)
        : await readableFieldsById(policyContext, actor, target, id)
      if (exists) continue
      errors.push(relationMissing(running.model, field, target))
      break
    }
  }
  return errors
}

/** Says of a record that does not exist what it says of one that may not be seen. */
export function relationMissing(model: Model, field: Pick<Field, 'name' | 'cite'>, target: string): FieldError {
  const labels = { field: labelFor(field.name.label), entity: model.entities.get(target)?.name.label ?? target }
  return fieldError(field.name.identifier, 'no_such_record', labels, field.cite)
}
