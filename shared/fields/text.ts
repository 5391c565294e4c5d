// Defines texts: one line, several lines or Markdown, in NFC without control characters.
import { trimText } from '../text/characters/invisible-characters.ts'
import { normalizeText } from '../text/characters/bounded-text.ts'
import type { CoercionResult, FieldTypeDefinition } from './field-type.ts'
import { compareText, refuseValue } from './field-type.ts'

export const ONE_LINE_CHARACTERS = 1_000
export const LONG_TEXT_CHARACTERS = 100_000

/** Abilities that all types of one line share. */
export const ONE_LINE = {
  family: 'text',
  ordered: true,
  searchable: true,
  patterned: true,
  bounds: 'characters',
  sortable: true,
  inCells: true,
  valueType: () => ({ kind: 'text' }),
  column: () => ({ kind: 'TEXT', form: 'text' }),
  compare: compareText,
  print: (value: unknown) => String(value),
} as const satisfies Partial<FieldTypeDefinition>

export const text: FieldTypeDefinition = {
  ...ONE_LINE,
  defaultMax: ONE_LINE_CHARACTERS,
  makesSlug: true,
  inTables: true,
  naming: 'name',
  schema: () => ({ type: 'string' }),
  coerce: (input) => coerceText(input, true),
  read: (written) => coerceText(written, true),
}

export const longText: FieldTypeDefinition = {
  family: 'text',
  storedAs: 'text',
  ordered: true,
  searchable: true,
  patterned: true,
  bounds: 'characters',
  defaultMax: LONG_TEXT_CHARACTERS,
  makesSlug: true,
  paragraph: true,
  naming: 'long',
  valueType: text.valueType,
  column: text.column,
  schema: text.schema,
  coerce: (input) => coerceText(input, false),
  compare: compareText,
  print: text.print,
  read: (written) => coerceText(written, false),
}

export const markdown: FieldTypeDefinition = {
  ...longText,
  naming: 'marked',
  schema: () => ({ type: 'string', contentMediaType: 'text/markdown' }),
}

/** A text in NFC; of one line if asked. How long it may be is a limit of its field. */
export function coerceText(input: unknown, oneLine: boolean): CoercionResult {
  if (typeof input !== 'string') return refuseValue('wrong_type', { en: 'must be text', de: 'muss Text sein' })
  if (!input.isWellFormed())
    return refuseValue('malformed', {
      en: 'contains invalid characters',
      de: 'enthält ungültige Zeichen',
    })
  const value = normalizeText(input, 'NFC').replaceAll('\r\n', '\n')
  if (oneLine && /[\n\r\u2028\u2029]/.test(value))
    return refuseValue('one_line', { en: 'must be one line', de: 'muss in einer Zeile stehen' })
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  if (/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/.test(value))
    return refuseValue('control_characters', { en: 'has control characters', de: 'enthält Steuerzeichen' })
  return { value: oneLine ? trimText(value) : value }
}
