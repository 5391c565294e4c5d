// Backs up the data of a running server before something is deleted from it, apart from the requests.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BackUpData } from '../document/back-up-data.ts'
import { NoBackup } from '../document/back-up-data.ts'
import type { writeBackup } from './write-backup.ts'
import { runThread } from '../run-thread.ts'

export interface BackupWork {
  readonly file: string
  /** The data directory. */
  readonly directory: string
  /** RFC 3339. */
  readonly now: string
}

export type BackupOutcome = Awaited<ReturnType<typeof writeBackup>>

/** Milliseconds after which a backup is given up: a large database on a slow disk takes long. */
const LONGEST = 540_000

/** Throws `NoBackup`. The key of the secrets is left out: the backup lies beside it. */
export function createDataBackup(directory: string): BackUpData {
  const url = new URL('./backup-thread.ts', import.meta.url)
  return async (now) => {
    const name = join(BACKUPS, nameIn(makeFolder(directory), now))
    const work: BackupWork = { file: join(directory, name), directory, now }
    const [outcome] = await runThread<BackupOutcome>(url, work, { longest: LONGEST })
    if (outcome === undefined) throw new NoBackup('The backup took too long.')
    if (!outcome.written) throw new NoBackup(outcome.output)
    return name
  }
}

const BACKUPS = 'backups'

function makeFolder(directory: string): string {
  const folder = join(directory, BACKUPS)
  try {
    mkdirSync(folder, { mode: 0o700, recursive: true })
  } catch (error) {
    throw new NoBackup(`The folder ${BACKUPS} can't be made: ${(error as Error).message}.`)
  }
  return folder
}

/** Two publications may be of the same moment. */
function nameIn(folder: string, now: string): string {
  const moment = now.replaceAll(/[^0-9TZ]/g, '')
  for (let number = 1; ; number++) {
    const name = `before-deletion-${moment}${number === 1 ? '' : `-${number}`}.backup`
    if (!existsSync(join(folder, name))) return name
  }
}
