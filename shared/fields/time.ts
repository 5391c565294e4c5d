// Defines times of day: `14:30`, to the minute.
import type { FieldTypeDefinition } from './field-type.ts'
import { compareText, refuseValue } from './field-type.ts'
import { readClockTime, writeClockTime } from './reading/read-time.ts'

export const time: FieldTypeDefinition = {
  family: 'time',
  ordered: true,
  bounds: 'value',
  sortable: true,
  inTables: true,
  inCells: true,
  valueType: () => ({ kind: 'time' }),
  column: () => ({ kind: 'TEXT', form: 'text' }),
  schema: () => ({ type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }),
  coerce: (input) => {
    const found = typeof input === 'string' ? /^([01]\d|2[0-3]):([0-5]\d)(?::00)?$/.exec(input) : null
    return found
      ? { value: `${found[1]}:${found[2]}` }
      : refuseValue('wrong_type', {
          en: 'must be a time of day, such as "14:30"',
          de: 'muss eine Uhrzeit sein, etwa „14:30“',
        })
  },
  compare: compareText,
  print: (value) => String(value),
  read: (text, _type, { locale }) => {
    const value = readClockTime(text)
    if (value?.length === 5) return { value }
    const example = { write: () => writeClockTime(locale, '14:30') }
    return refuseValue('wrong_type', value === undefined ? NO_TIME : HAS_SECONDS, { example })
  },
}

const NO_TIME = { en: 'must be a time of day, such as {example}', de: 'muss eine Uhrzeit sein, etwa {example}' }
const HAS_SECONDS = {
  en: 'must be a time without seconds, such as {example}',
  de: 'muss eine Uhrzeit ohne Sekunden sein, etwa {example}',
}
