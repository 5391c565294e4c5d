// Publishes a document at the moment for which an administrator scheduled it.
import type { Clock } from '../clock.ts'
import type { BackUpData } from '../document/back-up-data.ts'
import { publishScheduled } from '../records/document/scheduled-publication.ts'
import type { RecordsDependencies } from '../records/records-dependencies.ts'
import { retryPause } from './retry.ts'
import type { JobHandler } from './runner.ts'
import { toMoment } from './runner.ts'

export interface PublicationJobDependencies extends RecordsDependencies {
  readonly clock: Clock
  readonly backUpData?: BackUpData | undefined
  readonly log: { error(fields: object, message: string): void }
}

/** A refusal stays with the publication; a fault of the program or the disk is tried again, and given up in the end. */
export function createPublicationJob(dependencies: PublicationJobDependencies): JobHandler {
  const { clock, log } = dependencies
  return {
    kind: 'publication',
    atOnce: 1,
    async run(job) {
      try {
        await publishScheduled(dependencies, toMoment(clock.now()))
      } catch (error) {
        log.error({ err: error }, 'a scheduled publication failed because of an internal error')
        const pause = retryPause('fault', job.tries, undefined)
        if (pause !== undefined)
          return (transaction) => transaction.changeJob({ ...job, dueAt: toMoment(clock.now() + pause) })
      }
      return (transaction) => transaction.deleteJob(job.number)
    },
  }
}
