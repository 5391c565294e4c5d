// Defines lists of texts: at most 1,000 of one line each.
import type { FieldTypeDefinition } from './field-type.ts'
import { compareText, refuseValue } from './field-type.ts'
import { ONE_LINE_CHARACTERS, coerceText, countCharacters } from './text.ts'

const MOST_ITEMS = 1_000

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
    if (!Array.isArray(input)) return refuseValue('wrong_type', 'must be a list of texts')
    if (input.length > MOST_ITEMS) return refuseValue('too_many', `has more than ${MOST_ITEMS} entries`)
    const value: string[] = []
    for (const each of input) {
      const read = coerceText(each, true)
      if ('problem' in read) return refuseValue(read.problem.code, `has an entry that ${read.problem.message}`)
      const item = String(read.value)
      if (countCharacters(item) > ONE_LINE_CHARACTERS)
        return refuseValue('too_long', `has an entry of more than ${ONE_LINE_CHARACTERS} characters`)
      if (item !== '') value.push(item)
    }
    return { value }
  },
  compare: (a, b) => compareText(JSON.stringify(a), JSON.stringify(b)),
  print: (value) => (Array.isArray(value) ? value.join(', ') : ''),
}
