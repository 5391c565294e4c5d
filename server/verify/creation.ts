// Makes the body that creates a record, and the record as it would be then.
import type { RecordValue } from '#shared/expressions/value.ts'
import { isSequence } from '#shared/fields/sequence.ts'
import { convertToJson } from '#shared/fields/convert-to-json.ts'
import type { Entity, Field } from '#shared/model/model.ts'
import { valueOn } from './evaluate-on-world.ts'
import type { Reader } from './expected-permissions.ts'
import type { Plan } from './plan.ts'
import { situationOf } from './plan.ts'
import type { World } from './world.ts'

export interface Body {
  readonly [field: string]: unknown
}

/** Is it written by people? */
export function mayBeSent({ standard, computed, workflow, type }: Field): boolean {
  return !standard && computed === undefined && !workflow && !isSequence(type)
}

/** Fields of a record that is in the first state of each workflow. */
export function startOf(entity: Entity): Body {
  return Object.fromEntries([...entity.workflows.values()].map(({ field, starts }) => [field, starts]))
}

/** The record's own values of those fields that are written and not empty. */
export function bodyOf(entity: Entity, record: RecordValue, isSent: (field: Field) => boolean = () => true): Body {
  return Object.fromEntries(
    [...entity.fields.values()].flatMap((field) => {
      const { identifier } = field.name
      const value = record[identifier] ?? null
      const isThere = value !== null && !field.limits.hidden && mayBeSent(field) && isSent(field)
      return isThere ? [[identifier, value]] : []
    }),
  )
}

/** The record as it would be: what is sent, and defaults for the rest. */
export function asCreated(
  plan: Plan,
  { entity, reader, world }: { readonly entity: Entity; readonly reader: Reader; readonly world: World },
  record: RecordValue,
  sent: Body,
): RecordValue {
  const person = reader.person?.id ?? null
  const empty = [...entity.fields.values()]
    .filter((field) => mayBeSent(field) && !Object.hasOwn(sent, field.name.identifier))
    .map(({ name }) => [name.identifier, null])
  let created: RecordValue = {
    ...record,
    ...startOf(entity),
    ...Object.fromEntries(empty),
    ...sent,
    created_by: person,
    updated_by: person,
  }
  for (const [name, field] of entity.fields) {
    const { default: own, valueType } = field
    if (!mayBeSent(field) || Object.hasOwn(sent, name) || own === undefined) continue
    const value =
      own.kind === 'literal'
        ? own.value
        : convertToJson(valueOn(situationOf(plan, reader, created, world), own.expression.tree), valueType)
    created = { ...created, [name]: value }
  }
  return created
}
