// Declares the answer to an import: what was read, what is left out, and what is wrong with which row.
import type { Citation } from '../model/model.ts'

export interface ImportBody {
  /** With `mode=check` nothing is kept; nor where a row is refused. */
  readonly kept: boolean
  readonly rows: number
  readonly created: number
  readonly updated: number
  readonly columns: readonly ImportColumn[]
  /** The first 200, in the order of the file; fewer where their messages are long. */
  readonly errors: readonly ImportError[]
  /** How many rows are refused. */
  readonly refused: number
  /** It ended at this line: ten rows were refused for values of records that the person may not read. */
  readonly stopped?: { readonly line: number }
  /** What is undone together. */
  readonly changeSet?: string
}

export interface ImportColumn {
  readonly heading: string
  /** The field that it is. */
  readonly field?: string
  /** By this one records that exist are found. */
  readonly isMatch?: true
  /** Why its cells are not read. */
  readonly leftOut?: 'unknown' | 'twice' | 'set by the system' | 'not granted' | 'holds files'
}

export interface ImportError {
  /** Where the row begins in the file, from 1. */
  readonly line: number
  readonly field?: string
  readonly code: string
  readonly message: string
  /** "Confirm: CODE", where it only warns. */
  readonly remedy?: string
  /** The line of the document that decided it, for those who may read it. */
  readonly source?: Pick<Citation, 'point' | 'line' | 'text'>
}
