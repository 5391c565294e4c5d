// Defines durations: ISO 8601 in JSON and in a column.
import { makeDuration, millisecondsIn, partsOf, printIsoDuration, readIsoDuration } from '../expressions/duration.ts'
import type { Whole } from '../expressions/functions/whole.ts'
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
  column: () => ({ kind: 'TEXT', form: 'duration' }),
  schema: () => ({ type: 'string', format: 'duration' }),
  coerce: (input) => {
    const duration = typeof input === 'string' ? readIsoDuration(input) : null
    return duration === null
      ? refuseValue('wrong_type', { en: 'must be a duration, such as "PT8H"', de: 'muss eine Dauer sein, etwa „PT8H“' })
      : { value: printIsoDuration(duration) }
  },
  compare: (a, b) => millisecondsOf(a) - millisecondsOf(b),
  print: (value, _type, printing) => printDuration(durationOf(value), printing.locale),
  copy: (value) => copyDuration(durationOf(value)),
  read: (text, _type, reading) => {
    const duration = readTypedDuration(text, reading)
    return duration === undefined
      ? refuseValue('wrong_type', NO_DURATION, {
          example: { write: () => writeDuration(makeDuration(5_400_000), reading.locale) },
        })
      : { value: printIsoDuration(duration) }
  },
}

/** "30:15:00": hours, minutes and seconds, which spreadsheets read as a duration; with days "P30D", which is read as that. */
function copyDuration(duration: Whole): string {
  if (partsOf(duration).days !== 0) return printIsoDuration(duration)
  const milliseconds = millisecondsIn(duration)
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

/** A duration of its JSON form. */
export function durationOf(value: unknown): Whole {
  return readIsoDuration(String(value)) ?? 0
}

/** "PT8H" → 28,800,000; a day has 24 hours. */
export function millisecondsOf(value: unknown): number {
  return millisecondsIn(durationOf(value))
}
