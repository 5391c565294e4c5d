// Defines colours: `#rrggbb` in lower case.
import type { CoercionResult, FieldTypeDefinition } from './field-type.ts'
import { compareText, refuseValue } from './field-type.ts'

export const color: FieldTypeDefinition = {
  family: 'text',
  ordered: true,
  patterned: true,
  sortable: true,
  inTables: true,
  inCells: true,
  paints: true,
  valueType: () => ({ kind: 'text' }),
  column: () => ({ kind: 'TEXT', form: 'text' }),
  schema: () => ({ type: 'string', pattern: '^#[0-9a-fA-F]{6}$' }),
  coerce: coerceColor,
  compare: compareText,
  print: (value) => String(value),
  // Designers copy it without its sign.
  read: (text) => coerceColor(text.trim().replace(/^(?:[0-9a-f]{3}){1,2}$/i, '#$&')),
}

function coerceColor(input: unknown): CoercionResult {
  const value = typeof input === 'string' ? input.trim().toLowerCase() : ''
  if (/^#[0-9a-f]{6}$/.test(value)) return { value }
  if (/^#[0-9a-f]{3}$/.test(value)) return { value: `#${[...value.slice(1)].map((digit) => digit + digit).join('')}` }
  return refuseValue('not_a_color', {
    en: 'must be a colour, such as "#1c7ed6"',
    de: 'muss eine Farbe sein, etwa „#1c7ed6“',
  })
}
