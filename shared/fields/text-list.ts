// Defines lists of texts: at most 1,000 of one line each.
import type { FieldTypeDefinition } from './field-type.ts'
import { MORE_THAN, compareText, refuseValue } from './field-type.ts'
import { joinList, splitList } from './list-text.ts'
import { countCharacters } from '../expressions/functions/text-functions.ts'
import { ONE_LINE_CHARACTERS, coerceText } from './text.ts'

const MOST_ITEMS = 1_000
const WRONG_ENTRY = { en: 'has an entry that {problem}', de: 'hat einen falschen Eintrag; er {problem}' }
const LONG_ENTRY = {
  en: 'has an entry of more than {most} characters',
  de: 'hat einen Eintrag mit mehr als {most} Zeichen',
}

export const textList: FieldTypeDefinition = {
  family: 'texts',
  ordered: true,
  searchable: true,
  patterned: true,
  bounds: 'items',
  many: true,
  longest: ONE_LINE_CHARACTERS,
  bulky: true,
  inTables: true,
  valueType: () => ({ kind: 'list', of: { kind: 'text' } }),
  column: () => ({ kind: 'TEXT', form: 'json' }),
  schema: () => ({ type: 'array', items: { type: 'string', maxLength: ONE_LINE_CHARACTERS }, maxItems: MOST_ITEMS }),
  coerce: (input) => {
    if (!Array.isArray(input))
      return refuseValue('wrong_type', { en: 'must be a list of texts', de: 'muss eine Liste von Texten sein' })
    if (input.length > MOST_ITEMS) return refuseValue('too_many', MORE_THAN, { most: MOST_ITEMS })
    const value: string[] = []
    for (const each of input) {
      const read = coerceText(each, true)
      if ('problem' in read) return refuseValue(read.problem.code, WRONG_ENTRY, { problem: read.problem })
      const item = String(read.value)
      if (countCharacters(item) > ONE_LINE_CHARACTERS)
        return refuseValue('too_long', LONG_ENTRY, { most: ONE_LINE_CHARACTERS })
      if (item !== '') value.push(item)
    }
    return { value }
  },
  compare: (a, b) => compareText(JSON.stringify(a), JSON.stringify(b)),
  print: (value) => (Array.isArray(value) ? value.join(', ') : ''),
  copy: (value) => (Array.isArray(value) ? joinList(value.map(String)) : ''),
  read: (text, type) => textList.coerce(splitList(text), type),
}
