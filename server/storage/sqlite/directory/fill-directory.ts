// Fills a new data directory whole or not at all, from a folder within it.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { syncDirectory } from '../../sync-directory.ts'
import { DATABASE_FILE } from '../health/directory-marker.ts'
import { lockDirectory } from './directory-lock.ts'
import { DIRECTORY_MODE, makeDirectory, RESTORING, tightenDirectory } from './private-directory.ts'

/**
 * Gives a sentence where the directory holds anything. The remains of work that was killed don't count, so they do not
 * block the next.
 */
export function refuseFilled(directory: string): string | undefined {
  const names = existsSync(directory) ? readdirSync(directory) : []
  const other = names.find((name) => name !== RESTORING && name !== 'lock')
  return other && `${directory} is not empty: it holds ${other}. Name a new directory; nothing was changed.`
}

/**
 * `fill` writes the database, and what belongs beside it, into the folder that it gets, on the disk before it ends. Where
 * it throws, or the process is asked to stop, nothing is left.
 */
export async function fillDirectory<T>(directory: string, fill: (folder: string) => Promise<T>): Promise<T> {
  const isNew = !existsSync(directory)
  let lock: { release(): void } | undefined
  let isFilled = false
  const leave = (): void => {
    lock?.release()
    // Without the lock another process is at work there, and what is there is its own.
    if (lock === undefined || isFilled) return
    for (const name of [RESTORING, 'lock', ...(isNew ? [''] : [])])
      rmSync(join(directory, name), { recursive: true, force: true })
  }
  const stop = (): void => {
    leave()
    process.exit(1)
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  try {
    makeDirectory(directory)
    tightenDirectory(directory)
    lock = lockDirectory(directory)
    const folder = join(directory, RESTORING)
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, DIRECTORY_MODE)
    const result = await fill(folder)
    putInPlace(folder, directory)
    isFilled = true
    return result
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop)
    leave()
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The database last: where it is in its place, all of it is there, and a start goes on only without the folder. */
function putInPlace(folder: string, directory: string): void {
  for (const name of readdirSync(folder).filter((each) => each !== DATABASE_FILE))
    renameSync(join(folder, name), join(directory, name))
  syncDirectory(directory)
  renameSync(join(folder, DATABASE_FILE), join(directory, DATABASE_FILE))
  syncDirectory(directory)
  rmSync(folder, { recursive: true })
  syncDirectory(directory)
}
