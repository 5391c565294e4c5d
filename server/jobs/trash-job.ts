// Purges the trash and deletes expired rows, after the start and then every hour.
import type { Clock } from '../clock.ts'
import type { RecordsDependencies } from '../records/records-dependencies.ts'
import { purgeTrash } from '../records/purge-trash.ts'
import { deleteExpired } from './delete-expired.ts'

export interface TrashJob {
  start(): void
  /** Resolves when the command under way is done. */
  stop(): Promise<void>
}

interface TrashDependencies extends RecordsDependencies {
  readonly clock: Clock
  readonly log: { error(fields: object, message: string): void }
}

/** A person who starts the application asks for its first page before that. */
const FIRST_MILLISECONDS = 60_000
const HOUR = 3_600_000

export function createTrashJob(dependencies: TrashDependencies): TrashJob {
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<unknown> = Promise.resolve()

  const wait = (milliseconds: number): void => {
    timer = setTimeout(() => {
      const now = new Date(dependencies.clock.now()).toISOString()
      const goesOn = () => !isStopping
      underWay = deleteExpired(dependencies.storage, goesOn)
        .then(() => purgeTrash(dependencies, now, goesOn))
        .catch((error: unknown) => dependencies.log.error({ err: error }, 'what is over could not be removed'))
        .finally(() => {
          if (!isStopping) wait(HOUR)
        })
    }, milliseconds)
    timer.unref()
  }

  return {
    start: () => wait(FIRST_MILLISECONDS),
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await underWay
    },
  }
}
