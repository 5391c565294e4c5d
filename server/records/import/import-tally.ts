// Counts what became of the rows of an import, and keeps as many of their errors as an answer lists.
import type { ImportBody, ImportError } from '#shared/protocol/import.ts'
import { MOST_IMPORT_ERRORS } from '#shared/protocol/import.ts'
import type { ImportRow } from './table/table-cell.ts'
import type { RowOutcome } from './write-rows.ts'

type Counts = Pick<ImportBody, 'created' | 'updated' | 'unchanged' | 'refused' | 'errors' | 'stopped'>

export interface ImportTally {
  add(row: ImportRow, outcome: RowOutcome): void
  /** So many rows were refused for hidden values that the import ends. */
  readonly isStopped: boolean
  readonly tried: number
  counts(): Counts
  state(): TallyState
}

/** Characters of all messages together: those of the document may hold values of any length. */
const LONGEST_ERRORS = 200_000
/**
 * So many rows may be refused for values of records that the person may not read. Then the import stops: a list of names or
 * addresses is not to be tried out on what is hidden.
 */
const MOST_HIDDEN = 10

/** State of a tally that has to be kept for another tally to continue from it. */
export interface TallyState extends Counts {
  readonly tried: number
  readonly hidden: number
}

/** `before`: where an earlier part of the file ended. */
export function makeTally(before?: TallyState): ImportTally {
  const { created = 0, updated = 0, unchanged = 0 } = before ?? {}
  const done = { created, updated, unchanged }
  const errors: ImportError[] = [...(before?.errors ?? [])]
  let tried = before?.tried ?? 0
  let refusals = before?.refused ?? 0
  let length = errors.reduce((sum, { message }) => sum + message.length, 0)
  let hidden = before?.hidden ?? 0
  let stopped = before?.stopped
  const counts = (): Counts => ({
    ...done,
    refused: refusals,
    // Rows are not always written in the order of the file.
    errors: errors.toSorted((a, b) => a.line - b.line),
    ...(stopped && { stopped }),
  })
  return {
    add({ line }, { did, errors: own, isHidden = false }) {
      tried += 1
      if (did === undefined) refusals += 1
      else done[did] += 1
      for (const error of own) {
        length += error.message.length
        if (errors.length < MOST_IMPORT_ERRORS && length <= LONGEST_ERRORS) errors.push(error)
      }
      if (isHidden) hidden += 1
      if (hidden === MOST_HIDDEN) stopped = { line }
    },
    get isStopped() {
      return stopped !== undefined
    },
    get tried() {
      return tried
    },
    counts,
    state: () => ({ ...counts(), tried, hidden }),
  }
}
