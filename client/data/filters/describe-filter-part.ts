// Says a condition of a filter in words: "Status is Open or Waiting".
import { wordsOf } from '#shared/fields/choice.ts'
import type { FieldType } from '#shared/fields/field-type.ts'
import { familyOf, fieldType } from '#shared/fields/registry.ts'
import type { Field } from '#shared/model/model.ts'
import type { Printing } from '#shared/fields/printing.ts'
import { labelOf } from '../../words/label-of.ts'
import type { FilterCondition } from './filter-condition.ts'
import { ME } from './filter-condition.ts'
import type { FilterOperator } from './filter-operators.ts'
import { needsValue } from './filter-operators.ts'
import { describeSpan, readSpan } from './relative-span.ts'
import { say, sayList } from '../../words/say.ts'

export interface ConditionWords {
  readonly field: string
  readonly operator: string
  /** Empty where the operator needs none. */
  readonly value: string
}

/** `titles`: what the records are called, by their ids. */
export function describeFilterPart(
  field: Pick<Field, 'type'>,
  label: string,
  condition: FilterCondition,
  { titles, printing }: { readonly titles: ReadonlyMap<string, string>; readonly printing: Printing },
): ConditionWords {
  const { operator, values } = condition
  const { type } = field
  const family = familyOf(type)
  if (type.kind === 'relation' && !type.many && type.entity === 'Person' && !needsValue(operator))
    return { field: label, operator: operator === 'empty' ? say('is') : say('is not'), value: say('nobody') }
  const print = (value: string): string => {
    if (value === ME && (family === 'record' || family === 'records')) return say('me')
    if (family === 'word' || family === 'words') return labelOf(wordsOf(type), value)
    if (family === 'record' || family === 'records') return titles.get(value) ?? '…'
    if (family === 'flag') return value === 'yes' ? say('Yes') : say('No')
    if (family === 'text' || family === 'texts') return say('“{value}”', { value })
    if (family === 'day' && operator === 'within') return WITHIN.find((each) => each.value === value)?.label ?? value
    const span = family === 'day' || family === 'duration' ? readSpan(value) : undefined
    if (span) return describeSpan(span)
    if (family === 'number' || family === 'duration') return fieldType(type.kind).print(value, type, printing)
    return family === 'day' ? printing.formatters.date(value) : value
  }
  const words = values.map(print)
  const said = operator === 'within' ? say('is') : operatorLabel(type, operator)
  return { field: label, operator: said, value: needsValue(operator) ? sayList(words, 'or') : '' }
}

/** Names an operator as the list of operators to choose from shows it. */
export function operatorLabel(type: FieldType, operator: FilterOperator): string {
  if (type.kind === 'relation' && !type.many && type.entity === 'Person') {
    if (operator === 'empty') return say('is nobody')
    if (operator === 'given') return say('is somebody')
  }
  return operator === 'is' && familyOf(type) === 'day' ? say('is on') : LABELS[operator]
}

const LABELS: { readonly [Operator in FilterOperator]: string } = {
  is: say('is'),
  not: say('is not'),
  contains: say('contains'),
  lacks: say('does not contain'),
  begins: say('begins with'),
  more: say('is more than'),
  less: say('is less than'),
  least: say('is at least'),
  most: say('is at most'),
  before: say('is before'),
  after: say('is after'),
  within: say('is within'),
  last: say('is in the last'),
  next: say('is in the next'),
  empty: say('is empty'),
  given: say('is not empty'),
}

/** Calendar spans of the application. */
export const WITHIN: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'this-day', label: say('today') },
  { value: 'last-day', label: say('yesterday') },
  { value: 'next-day', label: say('tomorrow') },
  { value: 'this-week', label: say('this week') },
  { value: 'last-week', label: say('last week') },
  { value: 'next-week', label: say('next week') },
  { value: 'this-month', label: say('this month') },
  { value: 'last-month', label: say('last month') },
  { value: 'next-month', label: say('next month') },
  { value: 'this-year', label: say('this year') },
  { value: 'last-year', label: say('last year') },
]
