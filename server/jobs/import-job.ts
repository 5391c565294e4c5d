// Handles imports in the background as jobs: one after the other, each as the person who began it.
import { wordForReader } from '../policy/word-for-reader.ts'
import type { RunInBackground } from '../records/import/background/run-in-background.ts'
import type { Clock } from '../clock.ts'
import type { ImportProgress } from '../records/import/background/import-progress.ts'
import { readImport, putImport } from '../records/import/background/import-row.ts'
import { runImport } from '../records/import/background/run-import.ts'
import type { RecordsDependencies } from '../records/records-dependencies.ts'
import type { JobHandler } from './runner.ts'
import { toMoment } from './runner.ts'
import { makeRefusal } from '#shared/decisions/refusals.ts'

export interface ImportJobDependencies extends RecordsDependencies {
  readonly clock: Clock
  readonly imports: ImportProgress
  readonly runInBackground: RunInBackground
  readonly log: { error(fields: object, message: string): void }
}

export function createImportJob(dependencies: ImportJobDependencies): JobHandler {
  const { clock, log, storage } = dependencies
  return {
    kind: 'import',
    atOnce: 1,
    async run(job, signal) {
      const id = job.key ?? ''
      try {
        const settle = await runImport(dependencies, id, toMoment(clock.now()), signal)
        if (settle === undefined) return undefined
        return async (transaction) => {
          await settle(transaction)
          await transaction.deleteJob(job.number)
        }
      } catch (error) {
        log.error({ err: error, job: job.number }, 'an import failed because of an internal error')
        const stored = await readImport(storage.database, id)
        const { code, message } = wordForReader(dependencies.current.running.model, makeRefusal('import_failed'), false)
        return async (transaction) => {
          if (stored !== undefined)
            await putImport(transaction, { ...stored, state: 'failed', problem: { code, message } })
          await transaction.deleteJob(job.number)
        }
      }
    },
  }
}
