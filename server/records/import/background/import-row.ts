// Keeps the state of an import in the background: what was asked, how far it is, and what came of it.
import type { ImportBody, ImportStatus, KeptRows } from '#shared/protocol/import.ts'
import type { BackgroundRow } from '../../background/background-row.ts'
import type { WorkProgress } from '../../background/work-progress.ts'
import type { ImportRequest } from '../import-records.ts'
import type { ImportTally, TallyState } from '../import-tally.ts'

export interface StoredImport extends BackgroundRow {
  readonly entity: string
  readonly request: Omit<ImportRequest, 'bytes' | 'mode'>
  readonly mode: 'check' | 'run'
  readonly keep: KeptRows
  /** The stored file; the refused rows are another one. */
  readonly file: string
  readonly refusedFile?: { readonly id: string; readonly size: number } | undefined
  readonly changeSet: string
  readonly rows: number
  /** Tally of the rows that are kept so far, from which the import continues. */
  readonly tally?: TallyState | undefined
  readonly result?: ImportBody
  readonly problem?: ImportStatus['problem']
}

export function describeImport(stored: StoredImport, progress: WorkProgress<ImportTally>): ImportStatus {
  const { id, entity, mode, keep, state, rows, createdAt, endedAt, result, problem } = stored
  const running = progress.tallyOf(id)
  const { created = 0, updated = 0, unchanged = 0, refused = 0 } = running?.counts() ?? result ?? stored.tally ?? {}
  return {
    id,
    entity,
    mode,
    keep,
    rows,
    createdAt,
    created,
    updated,
    unchanged,
    refused,
    state: running !== undefined && state === 'waiting' ? 'running' : state,
    tried: running?.tried ?? (state === 'done' ? rows : (stored.tally?.tried ?? 0)),
    ...(endedAt === undefined ? {} : { endedAt }),
    ...(result === undefined ? {} : { result }),
    ...(problem === undefined ? {} : { problem }),
  }
}
