// Defines phone numbers: three to fifteen digits, kept as written but for hidden marks.
import { removeInvisible } from '../text/characters/invisible-characters.ts'
import { normalizeText } from '../text/characters/bounded-text.ts'
import type { FieldTypeDefinition } from './field-type.ts'
import { refuseValue } from './field-type.ts'
import { ONE_LINE, ONE_LINE_CHARACTERS, coerceText } from './text.ts'

export const phone: FieldTypeDefinition = {
  ...ONE_LINE,
  longest: ONE_LINE_CHARACTERS,
  inTables: true,
  schema: () => ({ type: 'string', pattern: '^\\+?[0-9 ()./-]{3,40}$' }),
  read: (text, type) => phone.coerce(text.trim(), type),
  coerce: (input) => {
    const read = coerceText(input, true)
    if ('problem' in read) return read
    // As it is copied from a page or an address book: marks of direction, hyphens that don't part lines, wide digits.
    const value = normalizeText(removeInvisible(String(read.value)), 'NFKC')
      .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
      .replaceAll(/\s+/g, ' ')
      .trim()
    const digits = value.replaceAll(/\D/g, '').length
    const wellFormed = /^\+?[0-9 ()./-]{3,40}$/.test(value) && digits >= 3 && digits <= 15
    return wellFormed
      ? { value }
      : refuseValue('not_a_phone', {
          en: 'must be a phone number, such as "+49 30 1234567"',
          de: 'muss eine Telefonnummer sein, etwa „+49 30 1234567“',
        })
  },
}
