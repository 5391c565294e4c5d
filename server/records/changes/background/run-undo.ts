// Runs an undo in the background as the person who began it, in one transaction, and keeps what came of it.
import { wordForReader } from '../../../policy/word-for-reader.ts'
import { Refused } from '../../../policy/refused.ts'
import { actorOfRow, putRow, readRow, requireGoingOn, WORK_STOPPED } from '../../background/background-row.ts'
import type { RunInBackground } from '../../background/run-in-background.ts'
import type { BackgroundWork, ChargedWork } from '../../background/run-work.ts'
import { runWork } from '../../background/run-work.ts'
import type { WorkProgress } from '../../background/work-progress.ts'
import type { ActorContext, RecordsDependencies } from '../../records-dependencies.ts'
import { undoWithin } from '../undo-changes.ts'
import type { StoredUndo, UndoTally } from './undo-row.ts'

interface UndoDependencies extends RecordsDependencies {
  readonly undos: WorkProgress<UndoTally>
  readonly runInBackground: RunInBackground
}

/** Gives what is to be written once it has ended, as `runWork` does. */
export function runUndo(dependencies: UndoDependencies, id: string, now: string, signal: AbortSignal) {
  const { storage, undos, runInBackground } = dependencies
  const work: BackgroundWork<StoredUndo, UndoTally> = {
    kind: 'undo',
    progress: undos,
    chargedTo: ({ person }) => person,
    attempt: (begun, running) => attempt(dependencies, begun, now, running),
    settle: (transaction, ended) => putRow(transaction, 'undo', { ...ended, endedAt: now }),
  }
  return runWork({ database: storage.database, runInBackground }, work, id, signal)
}

async function attempt(
  dependencies: UndoDependencies,
  begun: StoredUndo,
  now: string,
  running: ChargedWork<UndoTally>,
): Promise<StoredUndo> {
  const { current, storage } = dependencies
  const { changeSet, confirmed } = begun
  try {
    const actorContext: ActorContext = { actor: await actorOfRow(dependencies, begun), now }
    const result = await storage.write(
      async (transaction) => {
        // What was undone, and that it was, are one transaction: a run that is repeated finds it.
        const before = await readRow<StoredUndo>(transaction, 'undo', begun.id)
        if (before?.result !== undefined) return before.result
        requireGoingOn(before)
        const done = await undoWithin(dependencies, transaction, actorContext, changeSet, { confirmed, ...running })
        await putRow<StoredUndo>(transaction, 'undo', { ...begun, state: 'running', result: done })
        return done
      },
      { isLong: true, isRepeatable: true },
    )
    return { ...begun, state: 'done', result }
  } catch (error) {
    const isStopped = error === WORK_STOPPED || (running.signal.aborted && error === running.signal.reason)
    if (isStopped) return { ...begun, state: 'stopped' }
    if (!(error instanceof Refused)) throw error
    const { code, message } = wordForReader(current.running.model, error.refusal, false)
    const { about } = error.details
    return { ...begun, state: 'failed', problem: { code, message, ...(about === undefined ? {} : { about }) } }
  }
}
