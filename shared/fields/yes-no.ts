// Yes or no: a boolean.
import type { FieldTypeDefinition } from './field-type.ts'
import { problem } from './field-type.ts'

export const yesNo: FieldTypeDefinition = {
  valueType: () => ({ kind: 'boolean' }),
  column: () => ({ kind: 'INTEGER', form: 'boolean' }),
  schema: () => ({ type: 'boolean' }),
  coerce: (input) => (typeof input === 'boolean' ? { value: input } : problem('wrong_type', 'must be true or false')),
  compare: (a, b) => Number(a) - Number(b),
  print: (value) => (value === true ? 'yes' : 'no'),
}
