// Validates relations in a body: the actor must be able to read each target record.
import type { FieldError } from '#shared/decisions/decision.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import type { Citation, Field, FieldType, Model, Name } from '#shared/model/model.ts'
import { labelFor } from '#shared/text/label.ts'
import { readableFieldsById } from './row-policy.ts'
import { policyOf } from '../../policy/policy.ts'
import type { RecordReference } from '../../storage/job.ts'
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
  const relations: NamedTargets[] = []
  for (const name of Object.keys(values)) {
    const [field, value] = [fields.get(name), values[name]]
    if (field?.type.kind === 'relation' && value !== null)
      relations.push({
        field,
        target: field.type.entity,
        ids: Array.isArray(value) ? value.map(String) : [String(value)],
      })
  }
  if (relations.length === 0) return []
  await transaction.lookFor(referencesIn(relations, actor.person?.id))
  const policyContext = { database: transaction, storage, running, now }
  const policy = policyOf(running, actor)
  const errors: FieldError[] = []
  for (const { field, target, ids } of relations) {
    const readsAll = policy.entity(target).read.rows === true
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

interface NamedTargets {
  readonly field: Pick<Field, 'name' | 'cite'>
  readonly target: string
  readonly ids: readonly string[]
}

/** Lists what is named, for engines that look for all of it at once. What nobody gives is often `me`, and looked for at the write. */
function* referencesIn(relations: readonly NamedTargets[], me: string | undefined): Generator<RecordReference, void> {
  for (const { target: entity, ids } of relations) for (const record of ids) yield { entity, record }
  if (me !== undefined) yield { entity: 'Person', record: me }
}

/** Says of a record that does not exist what it says of one that may not be seen. */
export function relationMissing(model: Model, field: Pick<Field, 'name' | 'cite'>, target: string): FieldError {
  const labels = { field: labelFor(field.name.label), entity: model.entities.get(target)?.name.label ?? target }
  return fieldError(field.name.identifier, 'no_such_record', labels, field.cite)
}
