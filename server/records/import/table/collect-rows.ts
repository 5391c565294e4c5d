// Collects the rows of a table below its headings, with the cells of the columns that are read.
import type { EncodingMisfit, ImportedLine } from '#shared/protocol/import.ts'
import { refused } from '../../../policy/refused.ts'
import type { TakeLine } from './csv-text.ts'
import { MISFIT, MOST_MISFITS } from './decode-text.ts'
import type { ImportRow, TableCell } from './table-cell.ts'
import { isBlankCell, shownText } from './table-cell.ts'
import { MOST_CELLS, MOST_LINES_ABOVE } from './table-limits.ts'

export interface TableOptions {
  readonly mostRows: number
  /** How many of these cells name a column that can be read. */
  readonly countNamed: (cells: readonly string[]) => number
  /** Says once the headings are known which columns are read, by their places from 0; the cells of all others are dropped. */
  readonly chooseColumns: (headings: readonly string[]) => readonly number[]
}

interface CollectorOptions extends TableOptions {
  /** Undefined: they are looked for among the first lines. */
  readonly headingLine?: number | undefined
  /** A row may have more cells than there are headings: a sheet has notes beside its table. */
  readonly widens?: boolean
  readonly misfits?: readonly EncodingMisfit[]
}

interface CollectedRows {
  readonly headings: readonly string[]
  readonly rows: readonly ImportRow[]
  readonly headingLine: number
  readonly firstLines: readonly ImportedLine[]
}

export interface RowCollector {
  readonly take: TakeLine<TableCell>
  finish(): CollectedRows
}

/** The number of lines that an answer shows of a file, of cells that it shows of a line, and of characters of a cell. */
const FIRST_LINES = 10
const FIRST_CELLS = 20
const FIRST_CHARACTERS = 80

interface Line {
  readonly line: number
  readonly cells: readonly TableCell[]
}

export function collectRows({ mostRows, countNamed, chooseColumns, ...options }: CollectorOptions): RowCollector {
  const firstLines: ImportedLine[] = []
  const rows: ImportRow[] = []
  const misfitOf = misfitFinder(options.misfits ?? [])
  let above: Line[] = []
  let head: { readonly line: number; readonly headings: string[]; readonly chosen: readonly number[] } | undefined
  let cellCount = 0

  const begin = ({ line, cells }: Line): void => {
    const headings = cells.map((cell) => shownText(cell).trim())
    head = { line, headings, chosen: chooseColumns(headings) }
  }
  const addRow = ({ line, cells }: Line): void => {
    if (head === undefined) return
    const { headings, chosen } = head
    if (cells.length > headings.length) {
      if (options.widens !== true)
        throw refused('table_uneven', { line, headings: headings.length, cells: cells.length })
      while (headings.length < cells.length) headings.push('')
    }
    if (rows.length >= mostRows) throw refused('too_many_to_import', { most: mostRows })
    const kept = chosen.map((at) => cells[at] ?? '')
    for (const cell of kept) if (!isBlankCell(cell)) cellCount += 1
    if (cellCount > MOST_CELLS) throw refused('too_many_cells', { most: MOST_CELLS })
    const misfit = misfitOf(line, cells)
    rows.push({ line, cells: kept, ...(misfit === undefined ? {} : { misfit }) })
  }
  /** Takes as headings the first of the lines that name most columns; where none names any, the first line with several texts. */
  const findHead = (): void => {
    const counts = above.map(({ cells }) => countNamed(cells.map((cell) => shownText(cell).trim())))
    const most = Math.max(0, ...counts)
    const wide = above.findIndex(({ cells }) => cells.filter((cell) => !isBlankCell(cell)).length > 1)
    const at = most > 0 ? counts.indexOf(most) : Math.max(0, wide)
    const found = above[at]
    if (found === undefined) throw refused('table_empty')
    begin(found)
    for (const each of above.slice(at + 1)) addRow(each)
    above = []
  }
  return {
    take(line, cells) {
      if (cells.every(isBlankCell)) return
      if (firstLines.length < FIRST_LINES) firstLines.push(firstCells(line, cells))
      if (head !== undefined) addRow({ line, cells })
      else if (options.headingLine === undefined) {
        above.push({ line, cells })
        if (above.length >= MOST_LINES_ABOVE) findHead()
      } else if (line === options.headingLine) begin({ line, cells })
      else if (line > options.headingLine) throw refused('no_heading_line', { line: options.headingLine })
    },
    finish() {
      if (head === undefined && options.headingLine === undefined) findHead()
      if (head === undefined) throw refused('table_empty')
      const { line, headings } = head
      return { headings, rows, headingLine: line, firstLines }
    },
  }
}

function firstCells(line: number, cells: readonly TableCell[]): ImportedLine {
  return { line, cells: cells.slice(0, FIRST_CELLS).map((cell) => shownText(cell).slice(0, FIRST_CHARACTERS)) }
}

/** Makes a function that finds the byte of a row which does not fit the file's encoding, if there is one; '' where it is not known which. */
function misfitFinder(misfits: readonly EncodingMisfit[]) {
  const byLine = new Map(misfits.map(({ line, byte }) => [line, byte]))
  const isCut = misfits.length >= MOST_MISFITS
  return (line: number, cells: readonly TableCell[]): string | undefined => {
    if (misfits.length === 0) return undefined
    const texts = cells.map(shownText)
    if (!texts.some((text) => text.includes(MISFIT))) return undefined
    // A row may go over several lines.
    const last = line + texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0)
    for (let at = line; at <= last; at++) if (byLine.has(at)) return byLine.get(at)
    return isCut ? '' : undefined
  }
}
