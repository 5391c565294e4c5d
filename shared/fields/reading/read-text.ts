// Reads a text that a person or a spreadsheet wrote: the one reader of all surfaces that take texts.
import { isMany } from '../coerce-value.ts'
import type { CoercionResult, FieldShape } from '../field-type.ts'
import { splitList } from '../list-text.ts'
import { fieldType } from '../registry.ts'
import { findExcess } from '../value-limits.ts'
import type { Reading } from './reading.ts'

/**
 * The value of a text in its JSON form, or what is wrong with it; only blanks are empty, `null` or `[]`. The limits of the field
 * are not looked at: they are the command's. Titles of related records are looked up before.
 */
export function readText(text: string, field: FieldShape, reading: Reading): CoercionResult {
  const excess = findExcess(isMany(field) ? splitList(text) : text, field)
  if (excess) return { problem: excess }
  if (text.trim() === '') return { value: isMany(field) ? [] : null }
  return fieldType(field.type.kind).read(text, field.type, reading)
}
