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
  written: { en: 'must be yes or no', de: 'muss ja oder nein sein' },
  read: (text) => FLAGS.get(text.toLowerCase()) ?? text,
}

/** `locale`: BCP 47. */
export function sayFlag(value: boolean, locale: string): string {
  return (value ? YES : NO)[languageOf(locale)]
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...['yes', 'ja', 'true', 'wahr', '1', 'x'].map((word) => [word, true] as const),
  ...['no', 'nein', 'false', 'falsch', '0'].map((word) => [word, false] as const),
])
const YES = { en: 'yes', de: 'ja' }
const NO = { en: 'no', de: 'nein' }
