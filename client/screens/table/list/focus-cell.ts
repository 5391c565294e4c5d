// Leads the keyboard to a row of a list, or to one of its cells.
import type { CellPlace } from './use-cell-range.ts'

/** The first cell is its link. */
export function focusCell({ id, at }: CellPlace): void {
  const cell = document.querySelector<HTMLElement>(`tr[data-record="${id}"] td[data-cell="${at}"]`)
  const target = at === 0 ? (linkOf(id) ?? cell) : cell
  target?.focus({ preventScroll: true })
  cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

export function linkOf(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`tr[data-record="${id}"] [data-row-link]`)
}

/** The keyboard is back on the row. */
export function focusRow(id: string): void {
  linkOf(id)?.focus()
}
