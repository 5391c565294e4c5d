// Declares an import: how its file is read, what may be chosen, what became of its rows, and how far it is.
//
//   POST /api/{path}/import?mode=…               the file is the body; 200 `ImportBody`, or 202 `ImportStatus` and `Location`
//   GET  /api/system/imports/{id}                `ImportStatus`
//   POST /api/system/imports/{id}/stop           `ImportStatus`
//   GET  /api/system/imports/{id}/refused        the refused rows as comma-separated values, to mend and send again
//
// The body is the file as it lies on the disk (text/csv, a workbook, NDJSON or application/octet-stream): only the server reads
// workbooks and encodings. 202 is the answer where the request says `Prefer: respond-async`, where `keep` is `good`, and for more
// than 5,000 rows.
import type { Citation } from '../model/model.ts'

/** A file with more rows is imported in the background. */
export const ROWS_ANSWERED_AT_ONCE = 5_000
/** How many errors an answer lists. */
export const MOST_IMPORT_ERRORS = 200

/**
 * `read` only says how the file and its columns are read. `check` tries all rows too, and keeps nothing. `run` keeps them; it is
 * refused (`column_undecided`) while a column is read in two ways.
 */
export const IMPORT_MODES = ['read', 'check', 'run'] as const
export type ImportMode = (typeof IMPORT_MODES)[number]

/** `all`: one refused row refuses the file. `good`: the other rows are kept, and the refused ones are a file. */
export const KEPT_ROWS = ['all', 'good'] as const
export type KeptRows = (typeof KEPT_ROWS)[number]

/** Names of encodings (WHATWG, and IBM850), as people choose among them. */
export const ENCODING_NAMES = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'ibm850',
  'iso-8859-15',
  'windows-1253',
  'windows-1254',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
  'koi8-r',
  'macintosh',
] as const
export type EncodingName = (typeof ENCODING_NAMES)[number]

export const TABLE_SEPARATORS = ['comma', 'semicolon', 'tab'] as const
export type TableSeparator = (typeof TABLE_SEPARATORS)[number]

type DecimalMark = '.' | ','
type DateOrder = 'day first' | 'month first' | 'year first'

/**
 * The parameter `columns` is this as JSON. A key is a heading as the file has it, or the position of a column: "#3" is the third.
 * `null` ignores the column; a text names its field. What is not mentioned is found by its heading.
 */
export interface ColumnMap {
  readonly [column: string]: string | null | ColumnChoice
}

export interface ColumnChoice {
  /** Absent: found by the heading. */
  readonly field?: string
  readonly decimalMark?: DecimalMark
  readonly dateOrder?: DateOrder
}

export interface ImportBody {
  /** `check` and `read` keep nothing; nor does `run` with `keep=all` where a row is refused. */
  readonly kept: boolean
  readonly rows: number
  readonly created: number
  readonly updated: number
  /** Rows of records in which the person reads all of it already: nothing is written. */
  readonly unchanged: number
  readonly file: ImportedFile
  /** All columns, in the order of the file. */
  readonly columns: readonly ImportColumn[]
  /**
   * The first 200, in the order of the file; fewer where their messages are long. What can be confirmed has a `remedy`: a rule that only warns, the same record in two
   * rows (`record_twice`), and a number that the sheet could not hold (`digits_lost`).
   */
  readonly errors: readonly ImportError[]
  /** How many rows are refused. */
  readonly refused: number
  /**
   * Line at which the import ended, because ten rows were refused for values of records that the person may not read.
   */
  readonly stopped?: { readonly line: number }
  /** Id of the change set, all of which is undone together. */
  readonly changeSet?: string
  /** The address of the refused rows as a file, where the other rows were kept. */
  readonly refusedFile?: string
}

/** How the file was read, for the person to see and to change by the parameters of the same names. */
export interface ImportedFile {
  readonly format: 'csv' | 'xlsx' | 'ndjson'
  /** Absent for workbooks. */
  readonly encoding?: EncodingDecision
  /** Comma-separated values only. */
  readonly separator?: TableSeparator
  /** Workbooks only: the name of the sheet that was read (parameter `sheet`), and all of them in their order. */
  readonly sheet?: string
  readonly sheets?: readonly ImportedSheet[]
  /** The line of the headings (parameter `headings`), from 1, as the sheet or an editor counts; 0: NDJSON has none. */
  readonly headingLine: number
  /** The first lines of the table, from its beginning, to choose the line of the headings among them. */
  readonly firstLines: readonly ImportedLine[]
}

export interface EncodingDecision {
  readonly name: EncodingName
  /** `mark`: the file says it (byte order mark). `content`: guessed by its bytes. `request`: it was chosen. */
  readonly decidedBy: 'mark' | 'content' | 'request'
  /** The first bytes that the encoding does not have. Their rows are refused (`byte_unreadable`). */
  readonly misfits?: readonly EncodingMisfit[]
}

export interface EncodingMisfit {
  readonly line: number
  /** Hexadecimal, of two digits: "A0". */
  readonly byte: string
  /** Offset from the beginning of the file, from 0. */
  readonly offset: number
}

export interface ImportedSheet {
  readonly name: string
  readonly isHidden?: true
}

export interface ImportedLine {
  readonly line: number
  /** The first 20 cells, cut after 80 characters. */
  readonly cells: readonly string[]
}

export interface ImportColumn {
  /** Position of the column from 1: "#3" names the third one in `columns`. */
  readonly position: number
  /** '' where the cell is empty. */
  readonly heading: string
  /** The field that it is. */
  readonly field?: string
  /** The request named its field, or ignores it; otherwise it was found by its heading. */
  readonly isChosen?: true
  /** True for the column by which existing records are found. */
  readonly isMatch?: true
  /** Why its cells are not read. */
  readonly leftOut?: 'unknown' | 'twice' | 'set by the system' | 'not granted' | 'holds files' | 'ignored'
  /** How its numbers or dates are read; absent where nothing in it can be read in two ways. */
  readonly format?: ColumnFormat
  /**
   * Question about a column that can be read in two ways where nothing decides which. The person has to answer it in
   * `columns` before `run`.
   */
  readonly question?: ColumnQuestion
  /** The first cells that hold something, before and after; of columns that are read. */
  readonly samples?: readonly ImportSample[]
}

export interface ColumnFormat {
  readonly decimalMark?: DecimalMark
  readonly dateOrder?: DateOrder
  /**
   * `values`: some of its cells can be read in one way only. `columns`: so are other columns of the file. `separator`: the file's.
   * `language`: the document's and the reader's. `request`: it was chosen.
   */
  readonly decidedBy: 'values' | 'columns' | 'separator' | 'language' | 'request'
}

export interface ColumnQuestion {
  readonly asks: 'decimalMark' | 'dateOrder'
  /** A cell that can be read in both ways. */
  readonly line: number
  readonly text: string
  /** Possible answers. `shown` is the value that the cell would become, printed in the document's language. */
  readonly answers: readonly { readonly choice: DecimalMark | DateOrder; readonly shown: string }[]
}

export interface ImportSample {
  readonly line: number
  /** Text of the cell as the file or the sheet shows it. */
  readonly text: string
  /**
   * Value that the text becomes, printed in the document's language. Absent for relations, which are looked up when
   * the rows are tried.
   */
  readonly shown?: string
  /** Why it can't be read: a sentence. */
  readonly problem?: string
}

export interface ImportError {
  /** Line of the file at which the row begins, from 1. In a workbook it is the number of the sheet's row. */
  readonly line: number
  readonly field?: string
  readonly code: string
  readonly message: string
  /** "Confirm: CODE", where it only warns. */
  readonly remedy?: string
  /** Value of the header `Confirm` with which this row is imported, where it only warns. */
  readonly confirm?: string
  /** The line of the document that decided it, for those who may read it. */
  readonly source?: Pick<Citation, 'point' | 'line' | 'text'>
}

/** An import in the background, for the person who began it, for a day. */
export interface ImportStatus {
  readonly id: string
  readonly entity: string
  readonly mode: 'check' | 'run'
  readonly keep: KeptRows
  /** `stopped` keeps nothing with `keep=all`, and what was kept so far with `good`: `result` says it. */
  readonly state: 'waiting' | 'running' | 'done' | 'stopped' | 'failed'
  readonly rows: number
  /** How many rows were tried so far. */
  readonly tried: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly refused: number
  /** RFC 3339. */
  readonly createdAt: string
  readonly endedAt?: string
  /** Result of an import that has finished or stopped. */
  readonly result?: ImportBody
  /** Error of an import that failed as a whole, as the response would have given it. */
  readonly problem?: { readonly code: string; readonly message: string }
}
