// Writes the condition of a rule from a field, a comparison and what somebody types.
import type { FieldFamily } from '../../fields/field-abilities.ts'
import type { KnownField } from './known-parts.ts'

export const COMPARISONS = [
  'filled',
  'is',
  'is not',
  'at least',
  'more than',
  'at most',
  'less than',
  'characters',
  'yes',
  'no',
] as const

export type Comparison = (typeof COMPARISONS)[number]

const ORDERED: readonly Comparison[] = ['at least', 'more than', 'at most', 'less than', 'is', 'filled']
const BY_FAMILY: { readonly [family in FieldFamily]?: readonly Comparison[] } = {
  text: ['filled', 'characters', 'is', 'is not'],
  number: ORDERED,
  day: ORDERED,
  duration: ORDERED,
  time: ORDERED,
  word: ['is', 'is not', 'filled'],
  flag: ['yes', 'no'],
}

/** Lists what can be said of a field, the most usual first. */
export function comparisonsFor({ family }: KnownField): readonly Comparison[] {
  return BY_FAMILY[family] ?? ['filled']
}

/** Does the comparison need a value beside the field? */
export function takesValue(comparison: Comparison): boolean {
  return !['filled', 'yes', 'no'].includes(comparison)
}

/** `value`: what is typed: a number, a day, a word, `today`, or the name of another field. `others`: fields by that name. */
export function writeCondition(
  field: KnownField,
  comparison: Comparison,
  value: string,
  others: readonly KnownField[],
): string {
  const { identifier } = field
  switch (comparison) {
    case 'filled':
      return `${identifier} != null`
    case 'yes':
      return `${identifier} == true`
    case 'no':
      return `${identifier} != true`
    case 'characters':
      return `size(${identifier}) >= ${value.trim()}`
    default:
      return `${identifier} ${OPERATORS[comparison]} ${writeOperand(field, value.trim(), others)}`
  }
}

const OPERATORS = { is: '==', 'is not': '!=', 'at least': '>=', 'more than': '>', 'at most': '<=', 'less than': '<' }

function writeOperand({ family, kind, words }: KnownField, value: string, others: readonly KnownField[]): string {
  const other = others.find((each) => each.kind === kind && [each.label, each.identifier].includes(value))
  if (other !== undefined && family !== 'word') return other.identifier
  if (value.toLowerCase() === 'today' || value.toLowerCase() === 'now') return kind === 'date' ? 'today' : 'now'
  switch (family) {
    case 'number':
      return value
    case 'day':
      return kind === 'date' ? `date(${JSON.stringify(value)})` : `moment(${JSON.stringify(momentText(value))})`
    case 'time':
    case 'duration':
      return `${family}(${JSON.stringify(value)})`
    case 'word':
      return JSON.stringify(words.find((word) => word === value) ?? value)
    default:
      return JSON.stringify(value)
  }
}

/** A day begins at midnight. */
function momentText(value: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00` : value
}
