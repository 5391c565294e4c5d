// Defines sequences: unique increasing numbers given at creation, with an optional pattern.
import type { CoercionResult, FieldType, FieldTypeDefinition } from './field-type.ts'
import { compareText, refuseValue } from './field-type.ts'

export const sequence: FieldTypeDefinition = {
  family: (type) => (hasPattern(type) ? 'text' : 'number'),
  storedAs: 'text',
  ordered: true,
  searchable: true,
  // People look for a number by the number.
  searchedAlways: (type) => type.kind === 'sequence' && type.pattern !== undefined,
  givenBySystem: true,
  unique: (type) => ({ per: (isSequence(type) && type.per) || [] }),
  sortable: true,
  inTables: true,
  naming: 'number',
  valueType: (type) => (hasPattern(type) ? { kind: 'text', isCode: true } : { kind: 'integer' }),
  column: (type) => (hasPattern(type) ? { kind: 'TEXT', form: 'text' } : { kind: 'INTEGER', form: 'integer' }),
  schema: (type) => (hasPattern(type) ? { type: 'string' } : { type: 'integer' }),
  coerce: () => refuseValue('computed', { en: 'is given by the system', de: 'vergibt das System' }),
  compare: (a, b, type) => (hasPattern(type) ? compareText(a, b) : Number(a) - Number(b)),
  print: (value) => String(value),
  read: readGiven,
}

/** Reads a number that has been given, by which a record is found; no input sets one. */
function readGiven(text: string, type: FieldType): CoercionResult {
  const number = readNumberInSequence(type, text.trim()) ?? text.trim()
  if (hasPattern(type)) return { value: number }
  return /^\d{1,15}$/.test(number) ? { value: Number(number) } : refuseValue('wrong_type', NO_NUMBER)
}

const NO_NUMBER = { en: 'must be a number that was given', de: 'muss eine vergebene Nummer sein' }

/** The type of the number of a sequence where it names a record, as in a path; any other type as it is. */
export function asGiven(type: FieldType): FieldType {
  if (!isSequence(type)) return type
  return hasPattern(type) ? { kind: 'text' } : { kind: 'integer' }
}

function hasPattern(type: FieldType): boolean {
  return isSequence(type) && type.pattern !== undefined
}

export function isSequence(type: FieldType): type is Extract<FieldType, { readonly kind: 'sequence' }> {
  return type.kind === 'sequence'
}

/**
 * "HD-{00000}" and 42 → "HD-00042"; a number that outgrows its noughts keeps its digits. `{YYYY}`, `{YY}` and `{MM}` are the year
 * and the month of the date.
 */
export function formatSequence(pattern: string, count: number, date = ''): string {
  const begin = pattern.indexOf('{0')
  const end = pattern.indexOf('}', begin)
  const number = String(count).padStart(end - begin - 1, '0')
  const numbered = begin < 0 ? pattern : pattern.slice(0, begin) + number + pattern.slice(end + 1)
  if (!numbered.includes('{')) return numbered
  return numbered
    .replace('{YYYY}', date.slice(0, 4))
    .replace('{YY}', date.slice(2, 4))
    .replace('{MM}', date.slice(5, 7))
}

/** Reports whether the count of a pattern starts anew each year or month. */
export function hasYear(pattern: string): boolean {
  return /\{YY(?:YY)?\}/.test(pattern)
}

/** Makes the key of the group that numbers are counted in: the value of `per`, or the JSON of several values, which are kept apart so. */
export function sequenceGroup(values: readonly unknown[]): string {
  const texts = values.map((value) => String(value ?? ''))
  return texts.length > 1 ? JSON.stringify(texts) : (texts[0] ?? '')
}

/**
 * Returns the period in which the count of a pattern starts anew: "2026", "2026-11". The period is empty if the count
 * never starts anew.
 */
export function sequencePeriodOf(pattern: string, date: string): string {
  if (!hasYear(pattern)) return ''
  return date.slice(0, pattern.includes('{MM}') ? 7 : 4)
}

/** "HD-00042" → 42 and its period; undefined for what that pattern has not made. */
export function readSequence(
  pattern: string,
  text: string,
): { readonly count: number; readonly period: string } | undefined {
  const parts = pattern.split(/(\{[^{}]*\})/).map((part) => HOLES[part.replaceAll('0', '')] ?? escapeText(part))
  const groups = new RegExp(`^${parts.join('')}$`, 'su').exec(text)?.groups
  if (!groups) return undefined
  const date = `${groups['year'] ?? (groups['short'] === undefined ? '' : `20${groups['short']}`)}-${groups['month'] ?? ''}`
  const count = Number(groups['count'])
  return formatSequence(pattern, count, date) === text ? { count, period: sequencePeriodOf(pattern, date) } : undefined
}

/**
 * The number as it is stored, of what people write for it: "356", "00356" and "hd-356" → "HD-00356". Undefined: it names none.
 * Numbers of a year or of a group are not unique by their digits.
 */
export function readNumberInSequence(type: FieldType, text: string): string | undefined {
  if (!isSequence(type) || type.per !== undefined) return undefined
  const digits = looksLikeSequenceNumber(text) ? /\d+$/.exec(text)?.[0] : undefined
  if (type.pattern === undefined) return text === digits ? String(Number(digits)) : undefined
  if (readSequence(type.pattern, text) !== undefined) return text
  if (digits === undefined || hasYear(type.pattern)) return undefined
  const number = formatSequence(type.pattern, Number(digits))
  return text === digits || plain(text) === plain(number) ? number : undefined
}

/** Whether a text may be the number of a record as people type it: digits, perhaps behind a few letters. */
export function looksLikeSequenceNumber(text: string): boolean {
  return /^(?:\p{L}{1,10}[-–/ ]?)?\d{1,15}$/u.test(text)
}

function plain(number: string): string {
  return withoutNoughts(number)
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]/gu, '')
}

const HOLES: { readonly [hole: string]: string } = {
  '{}': '(?<count>\\d{1,15})',
  '{YYYY}': '(?<year>\\d{4})',
  '{YY}': '(?<short>\\d{2})',
  '{MM}': '(?<month>\\d{2})',
}

function escapeText(text: string): string {
  return text.replaceAll(/[^\w\s]/g, (mark) => `\\u{${(mark.codePointAt(0) ?? 0).toString(16)}}`)
}

/** Removes leading zeros from the digits of a number, as people also write it: "HD-00356" → "HD-356". */
export function withoutNoughts(text: string): string {
  return text.replaceAll(/(?<!\d)0+(?=\d)/g, '')
}
