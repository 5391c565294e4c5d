// Lists the fields that a column of an imported file can become.
import { holdsFiles } from '#shared/fields/coerce-value.ts'
import { isKey } from '#shared/model/is-key.ts'
import type { Entity } from '#shared/model/model.ts'
import type { EntityPermissions } from '../../../data/records/permissions.ts'
import { fieldLabel } from '../../../data/field-label.ts'

export interface FieldOption {
  readonly value: string
  readonly label: string
}

/** Lists the fields that may be written, and those that can find existing records. */
export function fieldOptions(
  entity: Entity,
  { creatable, updatable, readable }: Pick<EntityPermissions, 'creatable' | 'updatable' | 'readable'>,
): readonly FieldOption[] {
  return [...entity.fields.values()].flatMap((field) => {
    const { identifier: name } = field.name
    const isWritten = (creatable.has(name) || updatable.has(name)) && !holdsFiles(field)
    const findsRecords = (name === 'id' || isKey(field)) && readable.has(name)
    return isWritten || findsRecords ? [{ value: name, label: fieldLabel(field) }] : []
  })
}

/** Lists the options for a column, among them the field that it has already, though that can't be imported. */
export function optionsFor(entity: Entity, options: readonly FieldOption[], field: string): readonly FieldOption[] {
  const own = entity.fields.get(field)
  const isThere = own === undefined || options.some(({ value }) => value === field)
  return isThere ? options : [...options, { value: field, label: fieldLabel(own) }]
}
