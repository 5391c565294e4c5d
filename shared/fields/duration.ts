// Defines durations: ISO 8601 in JSON, milliseconds in a column.
import { printIsoDuration, readIsoDuration } from '../expressions/duration.ts'
import type { FieldTypeDefinition } from './field-type.ts'
import { refuseValue } from './field-type.ts'
import { printDuration } from '../expressions/functions/formatters.ts'
import { readTypedDuration, writeDuration } from './reading/read-duration.ts'

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
  copy: (value) => copyDuration(millisecondsOf(value)),
  read: (text, _type, reading) => {
    const milliseconds = readTypedDuration(text, reading)
    return milliseconds === undefined
      ? refuseValue('wrong_type', NO_DURATION, { example: { write: () => writeDuration(5_400_000, reading.locale) } })
      : { value: printIsoDuration(milliseconds) }
  },
}

/** "30:15:00": hours, minutes and seconds, which spreadsheets read as a duration. */
function copyDuration(milliseconds: number): string {
  const size = Math.abs(milliseconds)
  const [hours, rest] = [Math.floor(size / 3_600_000), size % 3_600_000]
  // Milliseconds of 1970 are minutes, seconds and their places.
  const clock = new Date(rest)
    .toISOString()
    .slice(14, -1)
    .replace(/\.000$/, '')
  return `${milliseconds < 0 ? '-' : ''}${hours}:${clock}`
}

const NO_DURATION = {
  en: 'must be a duration, such as 1:30 or {example}',
  de: 'muss eine Dauer sein, etwa 1:30 oder {example}',
}

/** "PT8H" → 28,800,000. */
export function millisecondsOf(value: unknown): number {
  return readIsoDuration(String(value)) ?? 0
}
