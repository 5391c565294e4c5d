// Chooses how a column is laid out, and how wide it is by default.
import type { ListColumn } from '../../data/records/list-columns.ts'
import { fieldView } from '../../fields/registry.ts'
import classes from './record-table.module.css'

export function cellClass({ field }: ListColumn, index: number): string {
  const view = fieldView(field.type.kind)
  if (view.numeric) return classes['numeric'] ?? ''
  if (isText({ field })) return classes['text'] ?? ''
  if (index > 0 && field.type.kind === 'relation' && field.type.entity !== 'Person') return classes['related'] ?? ''
  return index === 0 ? (classes['first'] ?? '') : (classes['short'] ?? '')
}

/** Texts share what the other columns leave. */
export function isText({ field }: Pick<ListColumn, 'field'>): boolean {
  return field.type.kind === 'text' || fieldView(field.type.kind).long === true
}

/** Undefined: it takes what is left. */
export function columnWidth(column: ListColumn): number | undefined {
  const { type, workflow } = column.field
  if (isText(column)) return undefined
  if (type.kind === 'relation') return type.many ? 180 : 152
  if (workflow) return 116
  return WIDTHS[type.kind] ?? 120
}

/** Of a text, where there is little room. */
export const LEAST_TEXT_WIDTH = 190

const WIDTHS: { readonly [kind: string]: number } = {
  'one of': 100,
  'several of': 170,
  'list of text': 170,
  'yes/no': 90,
  sequence: 105,
  integer: 100,
  number: 100,
  date: 112,
  time: 90,
  'date and time': 122,
  email: 220,
  url: 220,
}
