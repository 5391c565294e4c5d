// Keeps the state of an undo in the background: what is undone, how far it is, and what came of it.
import type { UndoneBody, UndoStatus } from '#shared/protocol/changes.ts'
import type { BackgroundRow } from '../../background/background-row.ts'
import type { WorkProgress } from '../../background/work-progress.ts'

export interface StoredUndo extends BackgroundRow {
  /** Id of the change set that is undone. */
  readonly changeSet: string
  readonly changes: number
  readonly confirmed: readonly string[]
  readonly result?: UndoneBody
  readonly problem?: UndoStatus['problem']
}

export interface UndoTally {
  /** How many changes were gone through so far. */
  readonly tried: number
}

export function describeUndo(stored: StoredUndo, progress: WorkProgress<UndoTally>): UndoStatus {
  const { id, changeSet, state, changes, createdAt, endedAt, result, problem } = stored
  const running = progress.tallyOf(id)
  return {
    id,
    changeSet,
    changes,
    createdAt,
    state: running !== undefined && state === 'waiting' ? 'running' : state,
    tried: running?.tried ?? (state === 'done' ? changes : 0),
    ...(endedAt === undefined ? {} : { endedAt }),
    ...(result === undefined ? {} : { result }),
    ...(problem === undefined ? {} : { problem }),
  }
}
