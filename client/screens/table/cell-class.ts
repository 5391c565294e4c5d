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
  const { long, growing } = fieldView(field.type.kind)
  return long === true || growing === true
}

/** Undefined: it takes what is left. */
export function columnWidth(column: ListColumn): number | undefined {
  const { type, workflow } = column.field
  if (isText(column)) return undefined
  if (type.kind === 'relation') return type.many ? 180 : 152
  if (workflow) return 116
  const { widthOf, columnWidth: width } = fieldView(type.kind)
  return widthOf?.(type) ?? width ?? 120
}

/** Of a text, where there is little room. */
export const LEAST_TEXT_WIDTH = 190
