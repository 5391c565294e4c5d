// Defines web addresses: http or https with a host, at most 2,000 characters.
import { removeInvisible } from '../text/characters/invisible-characters.ts'
import type { FieldTypeDefinition } from './field-type.ts'
import { refuseValue } from './field-type.ts'
import { ONE_LINE, ONE_LINE_CHARACTERS, coerceText } from './text.ts'

export const url: FieldTypeDefinition = {
  ...ONE_LINE,
  longest: ONE_LINE_CHARACTERS,
  inTables: true,
  makesSlug: true,
  naming: 'marked',
  schema: () => ({ type: 'string', format: 'uri', maxLength: 2_000 }),
  read: (text, type) => url.coerce(text.trim(), type),
  coerce: (input) => {
    const read = coerceText(input, true)
    if ('problem' in read) return read
    const value = removeInvisible(String(read.value))
    const wellFormed =
      value.length <= 2_000 && /^https?:\/\/[^\s/?#@:]+(?::\d{1,5})?(?:[/?#][^\s<>"`{}|\\^]*)?$/i.test(value)
    return wellFormed
      ? { value }
      : refuseValue('not_a_url', {
          en: 'must be a web address that begins with http:// or https://',
          de: 'muss eine Webadresse sein, die mit http:// oder https:// beginnt',
        })
  },
}
