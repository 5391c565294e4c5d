// Defines slugs: parts of a path in lower case with hyphens.
import type { FieldTypeDefinition } from './field-type.ts'
import { compareText, refuseValue } from './field-type.ts'
import { ONE_LINE_CHARACTERS } from './text.ts'

const SLUG_CHARACTERS = 100

export const slug: FieldTypeDefinition = {
  family: 'text',
  ordered: true,
  searchable: true,
  patterned: true,
  bounds: 'characters',
  longest: ONE_LINE_CHARACTERS,
  sortable: true,
  inCells: true,
  inAddress: true,
  naming: 'short',
  unique: () => ({ per: [] }),
  madeFrom: (type) => (type.kind === 'slug' ? type.of : undefined),
  valueType: () => ({ kind: 'text' }),
  column: () => ({ kind: 'TEXT', form: 'text' }),
  schema: () => ({ type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: SLUG_CHARACTERS }),
  coerce: (input) => {
    if (typeof input !== 'string') return refuseValue('wrong_type', { en: 'must be a text', de: 'muss Text sein' })
    const wellFormed = input.length <= SLUG_CHARACTERS && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(input)
    return wellFormed
      ? { value: input }
      : refuseValue('not_a_slug', {
          en: 'must be small letters, digits and single hyphens, as "printer-jam"',
          de: 'darf nur Kleinbuchstaben, Ziffern und einzelne Bindestriche haben, etwa „printer-jam“',
        })
  },
  compare: compareText,
  print: (value) => String(value),
}

/** "Printer jam (again)" → "printer-jam-again"; of a text without a word character nothing is left, and it is "item". */
export function makeSlug(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_CHARACTERS - 10)
    .replaceAll(/^-+|-+$/g, '')
  return plain || 'item'
}
