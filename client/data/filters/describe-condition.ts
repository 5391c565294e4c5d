// Says a condition of a filter in words: "Status is Open or Waiting".
import { wordsOf } from '#shared/fields/choice.ts'
import type { FieldType } from '#shared/fields/field-type.ts'
import { familyOf } from '#shared/fields/registry.ts'
import type { Field } from '#shared/model/model.ts'
import type { Printing } from '#shared/fields/printing.ts'
import { labelOf } from '../../ui/word-badge.tsx'
import type { FilterCondition } from './filter-condition.ts'
import { ME } from './filter-condition.ts'
import type { FilterOperator } from './filter-operators.ts'
import { needsValue } from './filter-operators.ts'
import { describeSpan, readSpan } from './relative-span.ts'

export interface ConditionWords {
  readonly field: string
  readonly operator: string
  /** Empty where the operator needs none. */
  readonly value: string
}

/** `titles`: what the records are called, by their ids. */
export function describeCondition(
  field: Pick<Field, 'type'>,
  label: string,
  condition: FilterCondition,
  { titles, printing }: { readonly titles: ReadonlyMap<string, string>; readonly printing: Printing },
): ConditionWords {
  const { operator, values } = condition
  const { type } = field
  const family = familyOf(type)
  if (type.kind === 'relation' && !type.many && type.entity === 'Person' && !needsValue(operator))
    return { field: label, operator: operator === 'empty' ? 'is' : 'is not', value: 'nobody' }
  const print = (value: string): string => {
    if (value === ME && (family === 'record' || family === 'records')) return 'me'
    if (family === 'word' || family === 'words') return labelOf(wordsOf(type), value)
    if (family === 'record' || family === 'records') return titles.get(value) ?? '…'
    if (family === 'flag') return value === 'yes' ? 'Yes' : 'No'
    if (family === 'text' || family === 'texts') return `“${value}”`
    if (family === 'day' && operator === 'within') return WITHIN.find((each) => each.value === value)?.label ?? value
    const span = family === 'day' || family === 'duration' ? readSpan(value) : undefined
    if (span) return describeSpan(span)
    return family === 'day' ? printing.formatters.date(value) : value
  }
  const words = values.map(print)
  const said = operator === 'within' ? 'is' : operatorLabel(type, operator)
  return { field: label, operator: said, value: needsValue(operator) ? words.join(' or ') : '' }
}

/** As it stands among the operators to choose from. */
export function operatorLabel(type: FieldType, operator: FilterOperator): string {
  if (type.kind === 'relation' && !type.many && type.entity === 'Person') {
    if (operator === 'empty') return 'is nobody'
    if (operator === 'given') return 'is somebody'
  }
  return operator === 'is' && familyOf(type) === 'day' ? 'is on' : LABELS[operator]
}

const LABELS: { readonly [Operator in FilterOperator]: string } = {
  is: 'is',
  not: 'is not',
  contains: 'contains',
  lacks: 'does not contain',
  begins: 'begins with',
  more: 'is more than',
  less: 'is less than',
  least: 'is at least',
  most: 'is at most',
  before: 'is before',
  after: 'is after',
  within: 'is within',
  last: 'is in the last',
  next: 'is in the next',
  empty: 'is empty',
  given: 'is not empty',
}

/** Calendar spans of the application. */
export const WITHIN: readonly { readonly value: string; readonly label: string }[] = [
  { value: 'this-day', label: 'today' },
  { value: 'last-day', label: 'yesterday' },
  { value: 'next-day', label: 'tomorrow' },
  { value: 'this-week', label: 'this week' },
  { value: 'last-week', label: 'last week' },
  { value: 'next-week', label: 'next week' },
  { value: 'this-month', label: 'this month' },
  { value: 'last-month', label: 'last month' },
  { value: 'next-month', label: 'next month' },
  { value: 'this-year', label: 'this year' },
  { value: 'last-year', label: 'last year' },
]
