// Locks a data directory for one process; the lock ends with the process.
import { join } from 'node:path'
import { failureOf } from '../sqlite-error.ts'
import type { Connection } from '../connection.ts'
import { makeDirectory, makePrivateFile } from './private-directory.ts'
import { openSqlite } from '../open-sqlite.ts'
import { StorageRefused } from '../../storage-error.ts'

/** Makes the directory where it is missing, and holds it. The lock is one of the operating system on a small database of its own. */
export function lockDirectory(directory: string): { release(): void } {
  try {
    makeDirectory(directory)
  } catch (error) {
    throw new StorageRefused(`The data directory ${directory} can't be made: ${reasonOf(error)}.`)
  }
  let connection: Connection | undefined
  try {
    const path = join(directory, 'lock')
    makePrivateFile(path)
    connection = openSqlite(path, { role: 'lock' })
    connection.execute('BEGIN EXCLUSIVE')
    return { release: () => connection?.close() }
  } catch (error) {
    connection?.close()
    if (failureOf(error) === 'busy')
      throw new StorageRefused(
        `The data directory ${directory} is in use by another process. Stop it, or choose another directory with --data.`,
      )
    throw new StorageRefused(`The data directory ${directory} can't be written: ${reasonOf(error)}.`)
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
