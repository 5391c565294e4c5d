// Keeps the state of an import in the background: what was asked, how far it is, and what came of it.
import type { ImportBody, ImportStatus, KeptRows } from '#shared/protocol/import.ts'
import type { DatabaseHandle } from '../../../storage/database-handle.ts'
import type { Transaction } from '../../../storage/transaction.ts'
import type { ImportRequest } from '../import-records.ts'
import type { TallyState } from '../import-tally.ts'
import type { ImportProgress } from './import-progress.ts'

export interface StoredImport {
  readonly id: string
  /** Id of the person who began it; null: nobody was signed in. */
  readonly person: string | null
  readonly entity: string
  readonly request: Omit<ImportRequest, 'bytes' | 'mode'>
  readonly mode: 'check' | 'run'
  readonly keep: KeptRows
  /** The roles in which it was begun: it goes on with those that the person still has. */
  readonly roles: readonly string[]
  readonly administrator: boolean
  /** The stored file; the refused rows are another one. */
  readonly file: string
  readonly refusedFile?: { readonly id: string; readonly size: number } | undefined
  readonly changeSet: string
  readonly state: ImportStatus['state']
  readonly rows: number
  /** Tally of the rows that are kept so far, from which the import continues. */
  readonly tally?: TallyState | undefined
  readonly createdAt: string
  readonly endedAt?: string
  readonly result?: ImportBody
  readonly problem?: ImportStatus['problem']
}

const KEPT_MILLISECONDS = 24 * 60 * 60 * 1_000

export async function readImport(database: DatabaseHandle, id: string): Promise<StoredImport | undefined> {
  const row = await database.system('import', id)
  return row && (row.value as unknown as StoredImport)
}

export function putImport(transaction: Transaction, stored: StoredImport): Promise<void> {
  const expiresAt = new Date(Date.parse(stored.createdAt) + KEPT_MILLISECONDS).toISOString()
  return transaction.putSystem('import', { key: stored.id, person: stored.person, expiresAt, value: { ...stored } })
}

export function isUnderWay({ state }: StoredImport): boolean {
  return state === 'waiting' || state === 'running'
}

export function describeImport(stored: StoredImport, progress: ImportProgress): ImportStatus {
  const { id, entity, mode, keep, state, rows, createdAt, endedAt, result, problem } = stored
  const running = progress.tallyOf(id)
  const { created = 0, updated = 0, refused = 0 } = running?.counts() ?? result ?? stored.tally ?? {}
  return {
    id,
    entity,
    mode,
    keep,
    rows,
    createdAt,
    created,
    updated,
    refused,
    state: running !== undefined && state === 'waiting' ? 'running' : state,
    tried: running?.tried ?? (state === 'done' ? rows : (stored.tally?.tried ?? 0)),
    ...(endedAt === undefined ? {} : { endedAt }),
    ...(result === undefined ? {} : { result }),
    ...(problem === undefined ? {} : { problem }),
  }
}
