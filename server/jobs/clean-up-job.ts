// Purges the trash, deletes what is over, and gives back its room, after the start and then every hour.
import type { Clock } from '../clock.ts'
import type { RecordsDependencies } from '../records/records-dependencies.ts'
import { purgeTrash } from '../records/write/purge-trash.ts'
import type { Job } from '../storage/job.ts'
import type { Storage } from '../storage/storage.ts'
import { giveBackPages } from '../storage/give-back-pages.ts'
import { deleteUnusedFiles } from './delete-unused-files.ts'
import { deleteExpired } from './delete-expired.ts'
import type { JobHandler } from './runner.ts'
import { toMoment } from './runner.ts'

interface CleanUpDependencies extends RecordsDependencies {
  readonly clock: Clock
  readonly log: { error(fields: object, message: string): void }
}

/** A person who starts the application asks for its first page before that. */
const FIRST_MILLISECONDS = 60_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Milliseconds between runs when one run does not finish, so that other writers get their turn. */
const PAUSE_MILLISECONDS = 1_000
/** Commands in one run, in addition to one for each entity, so that a run reaches the last of the entities. */
const COMMANDS_AT_ONCE = 200
const KEY = 'all'

/** Deleting makes room: it goes on when the disk is full. */
export function createCleanUpJob(dependencies: CleanUpDependencies): JobHandler {
  const { clock, current, log, storage } = dependencies
  return {
    kind: 'clean-up',
    atOnce: 1,
    fromReserve: true,
    async run(job, signal) {
      let left = COMMANDS_AT_ONCE + current.running.model.entities.size
      let isCut = false
      const goesOn = () => {
        isCut ||= signal.aborted || left-- === 0
        return !isCut
      }
      try {
        await deleteExpired(storage, goesOn)
        await purgeTrash(dependencies, toMoment(clock.now()), goesOn)
        await deleteUnusedFiles(storage, toMoment(clock.now() - DAY), goesOn)
        await giveBackPages(storage, goesOn)
      } catch (error) {
        log.error({ err: error }, 'expired data could not be deleted')
      }
      const next: Job = { ...job, tries: 0, dueAt: toMoment(clock.now() + (isCut ? PAUSE_MILLISECONDS : HOUR)) }
      return (transaction) => transaction.changeJob(next)
    },
  }
}

/**
 * Plans the clean-up job at a start where none is planned. One that fell due while nothing ran comes a minute later; one that
 * another process has planned, or runs, stays.
 */
export async function planCleanUp({ storage, clock }: { readonly storage: Storage; readonly clock: Clock }) {
  const now = toMoment(clock.now())
  const dueAt = toMoment(clock.now() + FIRST_MILLISECONDS)
  const fresh = { about: null, tries: 0, problem: null, isDead: false, value: {} }
  await storage.write(
    async (transaction) => {
      const planned = await transaction.jobNamed('clean-up', KEY)
      if (planned !== undefined && !(await transaction.isJobDue('clean-up', now))) return
      await transaction.putJob({ kind: 'clean-up', key: KEY, dueAt, ...fresh })
    },
    { fromReserve: true },
  )
}
