// Defines web addresses: http or https with a host, at most 2,000 characters.
import type { FieldTypeDefinition } from './field-type.ts'
import { compareText, refuseValue } from './field-type.ts'
import { ONE_LINE_CHARACTERS, coerceText } from './text.ts'

export const url: FieldTypeDefinition = {
  family: 'text',
  ordered: true,
  searchable: true,
  patterned: true,
  bounds: 'characters',
  longest: ONE_LINE_CHARACTERS,
  sortable: true,
  inTables: true,
  inCells: true,
  makesSlug: true,
  naming: 'marked',
  valueType: () => ({ kind: 'text' }),
  column: () => ({ kind: 'TEXT', form: 'text' }),
  schema: () => ({ type: 'string', format: 'uri', maxLength: 2_000 }),
  coerce: (input) => {
    const read = coerceText(input, true)
    if ('problem' in read) return read
    const value = String(read.value)
    const wellFormed =
      value.length <= 2_000 && /^https?:\/\/[^\s/?#@:]+(?::\d{1,5})?(?:[/?#][^\s<>"`{}|\\^]*)?$/i.test(value)
    return wellFormed
      ? { value }
      : refuseValue('not_a_url', {
          en: 'must be a web address that begins with http:// or https://',
          de: 'muss eine Webadresse sein, die mit http:// oder https:// beginnt',
        })
  },
  compare: compareText,
  print: (value) => String(value),
}
