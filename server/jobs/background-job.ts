// Handles imports and undos in the background as jobs: one after the other, each as the person who began it.
import { makeRefusal } from '#shared/decisions/refusals.ts'
import { wordForReader } from '../policy/word-for-reader.ts'
import type { Clock } from '../clock.ts'
import type { BackgroundKind } from '../records/background/background-row.ts'
import { putRow, readRow } from '../records/background/background-row.ts'
import type { RunInBackground } from '../records/background/run-in-background.ts'
import type { WorkProgress } from '../records/background/work-progress.ts'
import type { UndoTally } from '../records/changes/background/undo-row.ts'
import { runUndo } from '../records/changes/background/run-undo.ts'
import { runImport } from '../records/import/background/run-import.ts'
import type { ImportTally } from '../records/import/import-tally.ts'
import type { RecordsDependencies } from '../records/records-dependencies.ts'
import type { JobHandler, SettleJob } from './runner.ts'
import { toMoment } from './runner.ts'

export interface BackgroundJobDependencies extends RecordsDependencies {
  readonly clock: Clock
  readonly imports: WorkProgress<ImportTally>
  readonly undos: WorkProgress<UndoTally>
  readonly runInBackground: RunInBackground
  readonly log: { error(fields: object, message: string): void }
}

export function createBackgroundJobs(dependencies: BackgroundJobDependencies): readonly JobHandler[] {
  return [
    createJob(dependencies, { kind: 'import', run: runImport, failure: 'import_failed' }),
    createJob(dependencies, { kind: 'undo', run: runUndo, failure: 'undo_failed' }),
  ]
}

interface Work {
  readonly kind: BackgroundKind
  readonly run: (
    dependencies: BackgroundJobDependencies,
    id: string,
    now: string,
    signal: AbortSignal,
  ) => Promise<SettleJob | undefined>
  /** The refusal that its person reads where the program itself failed. */
  readonly failure: 'import_failed' | 'undo_failed'
}

function createJob(dependencies: BackgroundJobDependencies, { kind, run, failure }: Work): JobHandler {
  const { clock, log, storage } = dependencies
  return {
    kind,
    atOnce: 1,
    async run(job, signal) {
      const id = job.key ?? ''
      try {
        const settle = await run(dependencies, id, toMoment(clock.now()), signal)
        if (settle === undefined) return undefined
        return async (transaction) => {
          await settle(transaction)
          await transaction.deleteJob(job.number)
        }
      } catch (error) {
        log.error({ err: error, job: job.number, kind }, 'work in the background failed because of an internal error')
        const stored = await readRow(storage.database, kind, id)
        const { code, message } = wordForReader(dependencies.current.running.model, makeRefusal(failure), false)
        return async (transaction) => {
          const failed = { state: 'failed' as const, problem: { code, message } }
          if (stored !== undefined) await putRow(transaction, kind, { ...stored, ...failed })
          await transaction.deleteJob(job.number)
        }
      }
    },
  }
}
