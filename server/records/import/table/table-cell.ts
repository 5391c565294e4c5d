// Declares the cells of an imported table: texts, and what a workbook or NDJSON knows beyond a text.

/** A text is as the file has it; '' is empty. */
export type TableCell = string | KnownValue

/** A value of which the file says more than its text. */
export interface KnownValue {
  /** Text of the value as the sheet shows it: "12 %", "SN-00042", "#N/A". */
  readonly shown: string
  readonly is: 'number' | 'percent' | 'day' | 'moment' | 'time' | 'duration' | 'flag' | 'error' | 'json'
  /**
   * Text of the value in the form that programs write, the same in every language: "0.12", "2026-05-01", "2026-05-01
   * 14:30:00", "14:30", "PT8H30M", "true".
   */
  readonly exact: string
  /** How many places the sheet shows; absent: as many as there are. */
  readonly places?: number
  /** The sheet keeps fifteen digits: the last ones of this number may be lost. */
  readonly isCut?: true
  /** The value itself, of NDJSON. */
  readonly json?: unknown
}

export interface ImportRow {
  /** Line of the file on which the row begins, from 1; in a workbook, the number of the sheet's row. */
  readonly line: number
  /** Those of the columns that are read, in their order. */
  readonly cells: readonly TableCell[]
  /** Byte of the row that the encoding does not have; absent if every byte fits, empty if the byte is not known. */
  readonly misfit?: string
}

export function isBlankCell(cell: TableCell | undefined): boolean {
  return cell === undefined || (typeof cell === 'string' ? cell.trim() === '' : cell.shown.trim() === '')
}

export function shownText(cell: TableCell | undefined): string {
  return cell === undefined ? '' : typeof cell === 'string' ? cell : cell.shown
}
