// Defines yes or no: a boolean.
import type { FieldTypeDefinition } from './field-type.ts'
import { refuseValue } from './field-type.ts'
import { languageOf } from '../text/language.ts'

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
    typeof input === 'boolean'
      ? { value: input }
      : refuseValue('wrong_type', { en: 'must be true or false', de: 'muss true oder false sein' }),
  compare: (a, b) => Number(a) - Number(b),
  print: (value, _type, printing) => sayFlag(value === true, printing.locale),
  read: (text) => {
    const value = FLAGS.get(text.trim().toLowerCase())
    return value === undefined ? refuseValue('wrong_type', NO_FLAG) : { value }
  },
}

const NO_FLAG = { en: 'must be yes or no', de: 'muss ja oder nein sein' }

/** `locale`: BCP 47. */
export function sayFlag(value: boolean, locale: string): string {
  return (value ? YES : NO)[languageOf(locale)]
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...['yes', 'y', 'ja', 'j', 'true', 'wahr', '1', 'x'].map((word) => [word, true] as const),
  ...['no', 'n', 'nein', 'false', 'falsch', '0'].map((word) => [word, false] as const),
])
const YES = { en: 'yes', de: 'ja' }
const NO = { en: 'no', de: 'nein' }
