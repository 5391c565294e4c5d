// Lists the operators that a filter offers for each family of fields.
import type { FieldFamily } from '#shared/fields/field-abilities.ts'
import type { Field } from '#shared/model/model.ts'
import { familyOf } from '#shared/fields/registry.ts'

export type FilterOperator =
  | 'is'
  | 'not'
  | 'contains'
  | 'lacks'
  | 'begins'
  | 'more'
  | 'less'
  | 'least'
  | 'most'
  | 'before'
  | 'after'
  | 'within'
  | 'last'
  | 'next'
  | 'empty'
  | 'given'

/** The first is the usual one. What is always required is never empty: whether it is, is not asked. */
export function operatorsOf({ type, required }: Pick<Field, 'type' | 'required'>): readonly FilterOperator[] {
  const all = OPERATORS[familyOf(type)]
  return required === true ? all.filter(needsValue) : all
}

/** Does the operator stand for itself, without a value? */
export function needsValue(operator: FilterOperator): boolean {
  return operator !== 'empty' && operator !== 'given'
}

const OPERATORS: { readonly [Family in FieldFamily]: readonly FilterOperator[] } = {
  word: ['is', 'not', 'empty', 'given'],
  words: ['contains', 'lacks', 'empty', 'given'],
  flag: ['is', 'empty', 'given'],
  record: ['is', 'not', 'empty', 'given'],
  records: ['contains', 'lacks', 'empty', 'given'],
  text: ['contains', 'lacks', 'begins', 'is', 'not', 'empty', 'given'],
  texts: ['contains', 'lacks', 'empty', 'given'],
  number: ['is', 'not', 'more', 'less', 'least', 'most', 'empty', 'given'],
  day: ['within', 'last', 'next', 'before', 'after', 'is', 'empty', 'given'],
  time: ['is', 'before', 'after', 'empty', 'given'],
  duration: ['more', 'less', 'empty', 'given'],
  upload: ['given', 'empty'],
  uploads: ['given', 'empty'],
  other: [],
}
