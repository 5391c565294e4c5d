// Defines durations: ISO 8601 in JSON, milliseconds in a column.
import { printIsoDuration, readIsoDuration } from '../expressions/duration.ts'
import type { FieldTypeDefinition } from './field-type.ts'
import { refuseValue } from './field-type.ts'
import { printDuration } from '../expressions/functions/formatters.ts'

export const duration: FieldTypeDefinition = {
  family: 'duration',
  ordered: true,
  bounds: 'value',
  sortable: true,
  inTables: true,
  inCells: true,
  total: 'sum',
  unit: 'time',
  valueType: () => ({ kind: 'duration' }),
  column: () => ({ kind: 'INTEGER', form: 'duration' }),
  schema: () => ({ type: 'string', format: 'duration' }),
  coerce: (input) => {
    const milliseconds = typeof input === 'string' ? readIsoDuration(input) : null
    return milliseconds === null
      ? refuseValue('wrong_type', { en: 'must be a duration, such as "PT8H"', de: 'muss eine Dauer sein, etwa „PT8H“' })
      : { value: printIsoDuration(milliseconds) }
  },
  compare: (a, b) => millisecondsOf(a) - millisecondsOf(b),
  print: (value, _type, printing) => printDuration(millisecondsOf(value), printing.locale),
}

/** "PT8H" → 28,800,000. */
export function millisecondsOf(value: unknown): number {
  return readIsoDuration(String(value)) ?? 0
}
