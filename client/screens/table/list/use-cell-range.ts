// Keeps which cells of a list are selected: those between where it began and where it ends.
import type { PointerEvent } from 'react'
import { useRef, useState } from 'react'
import type { ListColumn } from '../../../data/records/list-columns.ts'
import type { RecordData } from '../../../data/records/record-data.ts'

export interface CellPlace {
  /** Id of a record. */
  readonly id: string
  /** Index of the column. */
  readonly at: number
}

export interface CellBlock {
  readonly columns: readonly ListColumn[]
  readonly records: readonly RecordData[]
}

export interface CellRange {
  /** Selected cells; undefined unless more than one cell is selected. */
  readonly block: CellBlock | undefined
  has(index: number, at: number): boolean
  /** Extends the selection up to the cell `end`, from where it began, or from `begin` if there was none. */
  extend(begin: CellPlace, end: CellPlace): void
  clear(): void
  /** Was the pointer moved over cells since it was pressed? Then its click opens nothing. */
  wasDragged(): boolean
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onPointerMove: (event: PointerEvent) => void
}

export function useCellRange(records: readonly RecordData[], columns: readonly ListColumn[]): CellRange {
  const [ends, setEnds] = useState<readonly [begin: CellPlace, end: CellPlace]>()
  const pressed = useRef<{ readonly cell: CellPlace; isDragged: boolean }>(undefined)
  const corners = ends?.map(({ id, at }) => ({ row: records.findIndex((record) => record.id === id), at }))
  const isThere = corners?.every(({ row, at }) => row >= 0 && at < columns.length) === true
  const rows = bounds(isThere ? corners.map(({ row }) => row) : [])
  const ats = bounds(isThere ? corners.map(({ at }) => at) : [])
  const extend = (begin: CellPlace, end: CellPlace) => setEnds((before) => [before?.[0] ?? begin, end])
  return {
    block:
      rows && ats && (rows.first < rows.last || ats.first < ats.last)
        ? {
            columns: columns.slice(ats.first, ats.last + 1),
            records: records.slice(rows.first, rows.last + 1),
          }
        : undefined,
    has: (index, at) => isWithin(rows, index) && isWithin(ats, at),
    extend,
    clear: () => setEnds(undefined),
    wasDragged: () => pressed.current?.isDragged === true,
    onPointerDown: (event) => {
      const cell =
        event.pointerType === 'mouse' && event.button === 0 && !event.shiftKey ? cellOf(event.target) : undefined
      pressed.current = cell && { cell, isDragged: false }
      if (ends) setEnds(undefined)
    },
    onPointerMove: (event) => {
      const from = pressed.current
      const cell = from && (event.buttons & 1) === 1 ? cellOf(event.target) : undefined
      if (!from || !cell || (!from.isDragged && isSame(cell, from.cell))) return
      from.isDragged = true
      globalThis.getSelection()?.removeAllRanges()
      if (!ends || !isSame(ends[1], cell)) extend(from.cell, cell)
    },
  }
}

/** Lists the indexes of the cells of a row that are selected, such as "3 4". */
export function rangedCells(cells: CellRange, index: number, columns: number): string {
  return Array.from({ length: columns }, (_, at) => at)
    .filter((at) => cells.has(index, at))
    .join(' ')
}

/** The cell that an element stands in; an input is no part of a selection. */
export function cellOf(target: EventTarget | null): CellPlace | undefined {
  if (!(target instanceof Element) || target.closest('input, textarea, select, [data-editor]')) return undefined
  const cell = target.closest<HTMLElement>('td[data-cell]')
  const id = cell?.closest('tr')?.dataset['record']
  return cell && id !== undefined ? { id, at: Number(cell.dataset['cell']) } : undefined
}

interface Bounds {
  readonly first: number
  readonly last: number
}

function bounds(values: readonly number[]): Bounds | undefined {
  return values.length === 0 ? undefined : { first: Math.min(...values), last: Math.max(...values) }
}

function isWithin(within: Bounds | undefined, value: number): boolean {
  return within !== undefined && value >= within.first && value <= within.last
}

function isSame(one: CellPlace, other: CellPlace): boolean {
  return one.id === other.id && one.at === other.at
}
