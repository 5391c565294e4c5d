// Chooses how a column is laid out, and how wide it is by default.
import { wordsOf } from '#shared/fields/choice.ts'
import { familyOf } from '#shared/fields/registry.ts'
import type { ListColumn } from '../../../data/records/list-columns.ts'
import { fieldView } from '../../../fields/registry.ts'
import classes from '../record-table.module.css'

export function cellClass({ field, isTight }: ListColumn, index: number): string {
  const view = fieldView(field.type.kind)
  if (view.numeric) return classes['numeric'] ?? ''
  if (isText({ field })) return classes['text'] ?? ''
  if (index > 0 && field.type.kind === 'relation' && field.type.entity !== 'Person') return classes['related'] ?? ''
  return `${index === 0 ? classes['first'] : classes['short']} ${isTight === true ? classes['tight'] : ''}`
}

/** Texts share what the other columns leave. */
export function isText({ field }: Pick<ListColumn, 'field'>): boolean {
  const { long, growing } = fieldView(field.type.kind)
  return long === true || growing === true
}

/** Numbers and days. */
export function isReadWhole({ field }: Pick<ListColumn, 'field'>): boolean {
  const { numeric, whole } = fieldView(field.type.kind)
  return numeric === true || whole === true
}

/** May be longer than its usual width: it gets more where there is room. */
export function isAddress({ field }: Pick<ListColumn, 'field'>): boolean {
  return fieldView(field.type.kind).moreWidth !== undefined
}

/** Undefined: it takes what is left. Its name and its words are read whole, in whichever language. */
export function columnWidth(column: ListColumn): number | undefined {
  const usual = usualWidth(column)
  return usual === undefined ? undefined : widthForWords(column, usual, headWidth(column))
}

/** Returns the width that the column's name needs, with the mark of the sort order beside it. */
export function headWidth({ label }: ListColumn): number {
  return label.length * LETTER + HEAD_EDGES
}

/**
 * Returns the minimum width, for a list with little room: values can still be read, and a long name ends in an
 * ellipsis.
 */
export function leastColumnWidth(column: ListColumn): number {
  const usual = usualWidth(column)
  if (usual === undefined) return LEAST_TEXT_WIDTH
  const { type } = column.field
  const least = type.kind === 'relation' ? usual - MOST_OF_NAMES : fieldView(type.kind).leastWidth
  const head = Math.min(column.label.length * LETTER + LEAST_HEAD_EDGES, MOST_BY_NAME)
  return widthForWords(column, Math.min(usual, least ?? usual), head)
}

/** `head`: what the column's name needs. */
function widthForWords({ field: { type, workflow } }: ListColumn, usual: number, head: number): number {
  const words = familyOf(type) === 'word' ? wordsOf(type).map((word) => word.label.length) : []
  const badge = Math.max(0, ...words) * LETTER + (workflow ? BADGE_EDGES : DOT_EDGES)
  return Math.max(usual, Math.min(Math.ceil(Math.max(head, words.length > 0 ? badge : 0)), MOST_BY_WORDS))
}

/** Widths in pixels: an average letter, and the space around a column's name, a badge and a word with its dot. */
const LETTER = 7.4
const HEAD_EDGES = 56
const LEAST_HEAD_EDGES = 40
const BADGE_EDGES = 46
const DOT_EDGES = 38
/** Longer names end in an ellipsis. */
const MOST_BY_WORDS = 210
/** Maximum width that a column's name gets in a list with little room, in pixels. */
const MOST_BY_NAME = 104
/** Names of records may end so much earlier. */
const MOST_OF_NAMES = 52

function usualWidth(column: ListColumn): number | undefined {
  const { type, workflow } = column.field
  if (isText(column)) return undefined
  if (type.kind === 'relation') return type.many ? 180 : type.entity === 'Person' ? 172 : 152
  if (workflow) return 100
  const { widthOf, columnWidth: width } = fieldView(type.kind)
  return widthOf?.(type) ?? width ?? 120
}

/** Minimum width of a text column where there is little room, in pixels. */
export const LEAST_TEXT_WIDTH = 170
