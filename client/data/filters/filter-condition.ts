// Writes one condition of a filter in the language of the server.
import { isDate as isRealDay } from '#shared/fields/date.ts'
import { makeDecimal, printDecimal, readDecimal } from '#shared/expressions/decimal.ts'
import { normalizeText } from '#shared/text/characters/bounded-text.ts'
import { readIsoDuration } from '#shared/expressions/duration.ts'
import { readNumberInSequence as readSequenceNumber } from '#shared/fields/sequence.ts'
import { familyOf, fieldType } from '#shared/fields/registry.ts'
import type { Field } from '#shared/model/model.ts'
import { quoteFilterText } from '../records/filter-conditions.ts'
import type { FilterOperator } from './filter-operators.ts'
import { readSpan } from './relative-span.ts'

export interface FilterCondition {
  /** Path of a field of the listed entity: `status`, `room.building`. */
  readonly field: string
  readonly operator: FilterOperator
  /** Words, ids, texts, numbers, days (`2026-11-22`) or spans (`7d`); `me` stands for the person who looks. */
  readonly values: readonly string[]
}

/** The value that stands for the person who looks. */
export const ME = 'me'

/** Undefined: the values are not of the field's type, so there is no such condition. */
export function conditionText({ type }: Pick<Field, 'type'>, condition: FilterCondition): string | undefined {
  const { field: name, operator, values } = condition
  const family = familyOf(type)
  if (operator === 'empty' || operator === 'given') return presenceText(name, family, operator)
  const [value] = values
  if (value === undefined || value === '') return undefined
  switch (family) {
    case 'word':
      return unlessNot(name, operator, `${name} in ${listOf(values)}`)
    case 'words':
      return unlessLacks(operator, values.map((each) => `${quoteFilterText(each)} in ${name}`).join(' or '))
    case 'texts':
      return unlessLacks(operator, `${quoteFilterText(normalizeText(value.trim(), 'NFC'))} in ${name}`)
    case 'flag':
      return value === 'yes' || value === 'no' ? `${name} == ${value === 'yes'}` : undefined
    case 'record':
      return isOwnKind(type, values) ? unlessNot(name, operator, recordText(name, values)) : undefined
    case 'records':
      return isOwnKind(type, values)
        ? unlessLacks(operator, `${name}.exists(each, ${recordText('each', values)})`)
        : undefined
    case 'text':
      return textText(name, operator, WHOLE.has(operator) ? keptText(type, value) : normalizeText(value, 'NFC'))
    case 'number':
      return /^-?\d{1,18}(\.\d{1,9})?$/.test(value)
        ? comparisonText(name, operator, fieldType(type.kind).unit === 'percent' ? hundredthOf(value) : value)
        : undefined
    case 'time':
      return /^\d\d:\d\d$/.test(value)
        ? comparisonText(name, operator, `time_of(moment(${quoteFilterText(`2000-01-01T${value}`)}))`)
        : undefined
    case 'duration':
      return durationText(name, operator, value)
    case 'day':
      return dayText(name, fieldType(type.kind).precision === 'day', operator, value)
    case 'upload':
    case 'uploads':
    case 'other':
      return undefined
  }
}

/** A per cent is its hundredth in expressions. */
function hundredthOf(number: string): string {
  const places = number.split('.')[1]?.length ?? 0
  return printDecimal(makeDecimal(readDecimal(number, places)?.units ?? 0, places + 2))
}

const SETS: ReadonlySet<string> = new Set(['words', 'texts', 'records', 'uploads'])

function presenceText(name: string, family: string, operator: 'empty' | 'given'): string {
  if (SETS.has(family)) return `size(${name}) ${operator === 'empty' ? '==' : '>'} 0`
  return `${name} ${operator === 'empty' ? '==' : '!='} null`
}

/** "Is not open" holds for what has no state too: nothing else would be called its opposite. */
function unlessNot(name: string, operator: FilterOperator, text: string): string {
  return operator === 'is' ? text : `${name} == null or not (${text})`
}

/**
 * Negates a condition on a set, unless the operator is `contains`. Sets are never unknown, so no test for null is
 * needed.
 */
function unlessLacks(operator: FilterOperator, text: string): string {
  return operator === 'contains' ? text : `not (${text})`
}

/** The person who looks is among people only. */
function isOwnKind(type: Field['type'], values: readonly string[]): boolean {
  return !values.includes(ME) || (type.kind === 'relation' && type.entity === 'Person')
}

function recordText(name: string, values: readonly string[]): string {
  const ids = values.filter((value) => value !== ME)
  const own = ids.length < values.length ? [`${name} == me`] : []
  const others = ids.length > 0 ? [`${name}.id in ${listOf(ids)}`] : []
  return [...own, ...others].join(' or ')
}

/** Operators that compare the whole text. */
const WHOLE: ReadonlySet<FilterOperator> = new Set(['is', 'not'])

/** A text as the field keeps it: "#ABC" is "#aabbcc", and 42 is "HD-00042". What can't be its value is asked for as it is. */
function keptText(type: Field['type'], value: string): string {
  const number = readSequenceNumber(type, value)
  if (number !== undefined) return number
  const kept = fieldType(type.kind).coerce(value, type)
  return 'value' in kept && typeof kept.value === 'string' ? kept.value : normalizeText(value, 'NFC')
}

/** Whatever its case. */
function textText(name: string, operator: FilterOperator, value: string): string | undefined {
  const given = `lower(${quoteFilterText(value)})`
  switch (operator) {
    case 'contains':
      return `lower(${name}).contains(${given})`
    case 'lacks':
      return `${name} == null or not lower(${name}).contains(${given})`
    case 'begins':
      return `lower(${name}).startsWith(${given})`
    case 'is':
      return `lower(${name}) == ${given}`
    case 'not':
      return `${name} == null or lower(${name}) != ${given}`
    default:
      return undefined
  }
}

const SIGNS: { readonly [Operator in FilterOperator]?: string } = {
  is: '==',
  not: '!=',
  more: '>',
  less: '<',
  least: '>=',
  most: '<=',
  before: '<',
  after: '>',
}

function comparisonText(name: string, operator: FilterOperator, value: string): string | undefined {
  const sign = SIGNS[operator]
  return sign && `${name} ${sign} ${value}`
}

function durationText(name: string, operator: FilterOperator, value: string): string | undefined {
  if (readIsoDuration(value) !== null) return comparisonText(name, operator, `duration(${quoteFilterText(value)})`)
  // Links of before hold spans: "7d".
  const span = readSpan(value)
  const unit = span && EXACT_UNITS.has(span.unit) ? `${span.unit}s` : undefined
  return unit && comparisonText(name, operator, `${unit}(${span?.count})`)
}

/** Units that are always equally long. */
const EXACT_UNITS: ReadonlySet<string> = new Set(['minute', 'hour', 'day'])

function dayText(name: string, isDate: boolean, operator: FilterOperator, value: string): string | undefined {
  if (operator === 'within') return withinText(name, isDate, value)
  if (operator === 'last' || operator === 'next') return spanText(name, isDate, operator, value)
  if (!isRealDay(value)) return undefined
  if (isDate) return comparisonText(name, operator, `date(${quoteFilterText(value)})`)
  const [start, end] = [midnight(value, 0), midnight(value, 1)]
  if (operator === 'before') return `${name} < ${start}`
  if (operator === 'after') return `${name} >= ${end}`
  return `${name} >= ${start} and ${name} < ${end}`
}

/** The beginning of the day where the reader is. */
function midnight(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return `moment(${quoteFilterText(new Date(year, month - 1, date + later).toISOString())})`
}

/** Writes a condition for a period of the application's calendar: today, this week, the month before. */
function withinText(name: string, isDate: boolean, value: string): string | undefined {
  const [, before, unit] = /^(this|last|next)-(day|week|month|year)$/.exec(value) ?? []
  if (unit === undefined) return undefined
  const step = before === 'last' ? -1 : before === 'next' ? 1 : 0
  const start = `start_of("${unit}", ${isDate ? 'today' : 'now'})`
  const from = step === 0 ? start : `later(${start}, ${step}, "${unit}")`
  return `${name} >= ${from} and ${name} < later(${start}, ${step + 1}, "${unit}")`
}

function spanText(name: string, isDate: boolean, operator: 'last' | 'next', value: string): string | undefined {
  const span = readSpan(value)
  if (span === undefined || (isDate && span.unit === 'hour')) return undefined
  const now = isDate ? 'today' : 'now'
  const count = operator === 'last' ? -span.count : span.count
  const end = `later(${now}, ${count}, "${span.unit}")`
  return operator === 'last' ? `${name} >= ${end} and ${name} <= ${now}` : `${name} >= ${now} and ${name} <= ${end}`
}

function listOf(values: readonly string[]): string {
  return `[${values.map(quoteFilterText).join(', ')}]`
}
