// Defines JSON values: at most 20 levels and 100,000 characters.
import type { FieldTypeDefinition } from './field-type.ts'
import { compareText, refuseValue } from './field-type.ts'
import { LONG_TEXT_CHARACTERS } from './text.ts'

const MOST_LEVELS = 20
const TOO_DEEP = { en: 'has more than {most} levels, or isn’t JSON', de: 'ist tiefer als {most} Ebenen oder kein JSON' }
const TOO_LONG = { en: 'is longer than {most} characters', de: 'ist länger als {most} Zeichen' }

export const json: FieldTypeDefinition = {
  family: 'other',
  longest: LONG_TEXT_CHARACTERS,
  bulky: true,
  valueType: () => ({ kind: 'json' }),
  column: () => ({ kind: 'TEXT', form: 'json' }),
  schema: () => ({}),
  coerce: (input) => {
    if (!isShallow(input, MOST_LEVELS)) return refuseValue('too_deep', TOO_DEEP, { most: MOST_LEVELS })
    if (JSON.stringify(input).length > LONG_TEXT_CHARACTERS)
      return refuseValue('too_long', TOO_LONG, { most: LONG_TEXT_CHARACTERS })
    return { value: input }
  },
  compare: (a, b) => compareText(JSON.stringify(a), JSON.stringify(b)),
  print: (value) => JSON.stringify(value),
  read: (text, type) => {
    const read = parse(text)
    return read === undefined ? refuseValue('wrong_type', NO_JSON) : json.coerce(read.value, type)
  },
}

const NO_JSON = {
  en: 'must be whole JSON, such as { "colour": "red" }',
  de: 'muss vollständiges JSON sein, etwa { "Farbe": "rot" }',
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

function isShallow(value: unknown, levels: number): boolean {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || levels === 0) return false
  return Object.values(value).every((each) => isShallow(each, levels - 1))
}
