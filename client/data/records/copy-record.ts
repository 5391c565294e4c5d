// Takes from a record what a copy of it begins with.
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import { isUniqueByItself } from '#shared/fields/registry.ts'
import { isWrittenByPeople } from '#shared/model/3-entities/written-by-people.ts'
import type { Entity } from '#shared/model/model.ts'
import type { RecordData } from './record-data.ts'
import { collapseRecord } from '#shared/decisions/expanded-record.ts'
import type { FieldValues } from './record-mutations.ts'

/**
 * Copies the values of a record for a new one. Unique values are left for the person to give. `creatable` holds the
 * names of the fields that the person may set.
 */
export function copyOf(entity: Entity, record: RecordData, creatable: ReadonlySet<string>): FieldValues {
  const values = collapseRecord(record)
  const copied = [...entity.fields.values()].filter(
    (field) =>
      isWrittenByPeople(field) &&
      creatable.has(field.name.identifier) &&
      field.limits.unique === undefined &&
      !isUniqueByItself(field.type) &&
      !isEmptyValue(values[field.name.identifier], field.type),
  )
  return Object.fromEntries(copied.map(({ name }) => [name.identifier, values[name.identifier]]))
}
