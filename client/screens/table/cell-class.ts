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
  if (type.kind === 'sequence' && type.pattern !== undefined) return patternWidth(type.pattern)
  return fieldView(type.kind).columnWidth ?? 120
}

/** `EXP-{YYYY}-{0000}` is shown whole. */
function patternWidth(pattern: string): number {
  return Math.min(190, Math.max(105, pattern.replaceAll(/[{}]/g, '').length * 9 + 24))
}

/** Of a text, where there is little room. */
export const LEAST_TEXT_WIDTH = 190
