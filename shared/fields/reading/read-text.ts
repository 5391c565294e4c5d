// Reads a text that a person or a spreadsheet wrote: the one reader of all surfaces that take texts.
import { isBlank } from '../../text/characters/invisible-characters.ts'
import { isEmptyValue, isMany } from '../coerce-value.ts'
import type { CoercionResult } from '../field-type.ts'
import { refuseValue } from '../field-type.ts'
import { splitList } from '../list-text.ts'
import { fieldType } from '../registry.ts'
import { findExcess } from '../value-limits.ts'
import type { NamedShape } from './read-duration.ts'
import { bareUnitOf } from './read-duration.ts'
import type { Reading } from './reading.ts'

/** The part of a field that reading a text needs. */
export interface ReadableField extends NamedShape {
  /** A rule keeps its day from lying in the future. */
  readonly isPast?: true
}

/**
 * The value of a text in its JSON form, or what is wrong with it; only what shows nothing is empty, `null` or `[]`. The limits of the field
 * are not looked at: they are the command's. Titles of related records are looked up before.
 */
export function readText(text: string, field: ReadableField, reading: Reading): CoercionResult {
  const many = isMany(field)
  const excess = findExcess(many ? splitList(text) : text, field)
  if (excess) return { problem: excess }
  if (isBlank(text)) return { value: many ? [] : null }
  const read = readFilled(text, field, reading)
  // Commas by themselves are not nothing.
  return many && 'value' in read && isEmptyValue(read.value, field.type) ? refuseValue('wrong_type', NO_ENTRY) : read
}

const NO_ENTRY = { en: 'has no entry between its commas', de: 'hat keinen Eintrag zwischen den Kommas' }

function readFilled(text: string, field: ReadableField, reading: Reading): CoercionResult {
  const { read, unit, precision } = fieldType(field.type.kind)
  if (unit === 'time') return read(text, field.type, { ...reading, bareUnit: bareUnitOf(field) })
  return read(text, field.type, precision === undefined ? reading : withLatest(field, reading))
}

/** A year of two digits does not lie behind the last day that the field may have. */
function withLatest({ limits, isPast }: ReadableField, reading: Reading): Reading {
  const max = typeof limits?.max === 'string' ? limits.max.slice(0, 10) : undefined
  const latest = isPast === true && (max === undefined || reading.today < max) ? reading.today : max
  return latest === undefined ? reading : { ...reading, latest }
}
