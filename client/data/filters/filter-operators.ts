// Lists the operators that a filter offers for each type of field.
import type { FieldKind, FieldType } from '#shared/fields/field-type.ts'

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

/** Fields that are filtered alike. */
export type FilterFamily =
  | 'word'
  | 'words'
  | 'flag'
  | 'record'
  | 'records'
  | 'text'
  | 'texts'
  | 'number'
  | 'day'
  | 'time'
  | 'duration'
  | 'other'

export function filterFamily(type: FieldType): FilterFamily {
  if (type.kind === 'relation') return type.many ? 'records' : 'record'
  if (type.kind === 'sequence') return type.pattern === undefined ? 'number' : 'text'
  return FAMILIES[type.kind]
}

/** The first is the usual one. */
export function operatorsOf(type: FieldType): readonly FilterOperator[] {
  return OPERATORS[filterFamily(type)]
}

/** Does the operator stand for itself, without a value? */
export function needsValue(operator: FilterOperator): boolean {
  return operator !== 'empty' && operator !== 'given'
}

const FAMILIES: { readonly [Kind in Exclude<FieldKind, 'relation' | 'sequence'>]: FilterFamily } = {
  text: 'text',
  'long text': 'text',
  markdown: 'text',
  email: 'text',
  url: 'text',
  phone: 'text',
  color: 'text',
  slug: 'text',
  integer: 'number',
  number: 'number',
  decimal: 'number',
  money: 'number',
  percent: 'number',
  'yes/no': 'flag',
  date: 'day',
  'date and time': 'day',
  time: 'time',
  duration: 'duration',
  'one of': 'word',
  'several of': 'words',
  'list of text': 'texts',
  file: 'other',
  files: 'other',
  image: 'other',
  images: 'other',
  location: 'other',
  json: 'other',
}

const OPERATORS: { readonly [Family in FilterFamily]: readonly FilterOperator[] } = {
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
  other: [],
}
