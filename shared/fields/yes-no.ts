// Defines yes or no: a boolean.
import type { FieldTypeDefinition } from './field-type.ts'
import { refuseValue } from './field-type.ts'

export const yesNo: FieldTypeDefinition = {
  family: 'flag',
  ordered: true,
  chosen: true,
  sortable: true,
  inTables: true,
  inCells: true,
  groupable: true,
  valueType: () => ({ kind: 'boolean' }),
  column: () => ({ kind: 'INTEGER', form: 'boolean' }),
  schema: () => ({ type: 'boolean' }),
  coerce: (input) =>
    typeof input === 'boolean' ? { value: input } : refuseValue('wrong_type', 'must be true or false'),
  compare: (a, b) => Number(a) - Number(b),
  print: (value) => (value === true ? 'yes' : 'no'),
}
