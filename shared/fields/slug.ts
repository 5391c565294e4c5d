// Defines slugs: parts of a path in lower case with hyphens.
import { normalizeText } from '../text/characters/bounded-text.ts'
import type { FieldTypeDefinition } from './field-type.ts'
import { refuseValue } from './field-type.ts'
import { ONE_LINE, ONE_LINE_CHARACTERS } from './text.ts'

const SLUG_CHARACTERS = 100

export const slug: FieldTypeDefinition = {
  ...ONE_LINE,
  valueType: () => ({ kind: 'text', isCode: true }),
  longest: ONE_LINE_CHARACTERS,
  inAddress: true,
  naming: 'short',
  unique: () => ({ per: [] }),
  madeFrom: (type) => (type.kind === 'slug' ? type.of : undefined),
  schema: () => ({ type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: SLUG_CHARACTERS }),
  read: (text, type) => slug.coerce(text.trim(), type),
  coerce: (input) => {
    if (typeof input !== 'string') return refuseValue('wrong_type', { en: 'must be text', de: 'muss Text sein' })
    const wellFormed = input.length <= SLUG_CHARACTERS && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(input)
    return wellFormed
      ? { value: input }
      : refuseValue('not_a_slug', {
          en: 'must be lowercase letters, digits and single hyphens, such as "printer-jam"',
          de: 'darf nur Kleinbuchstaben, Ziffern und einzelne Bindestriche haben, etwa „printer-jam“',
        })
  },
}

/** "Printer jam (again)" → "printer-jam-again"; of a text without a word character nothing is left, and it is "item". */
export function makeSlug(text: string): string {
  const plain = normalizeText(text, 'NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_CHARACTERS - 10)
    .replaceAll(/^-+|-+$/g, '')
  return plain || 'item'
}
