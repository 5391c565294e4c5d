// One process for one data directory: the lock vanishes with the process, however it ends.
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { failureOf } from './connection.ts'
import type { Connection } from './connection.ts'
import { openSqlite } from './sqlite.ts'
import { StorageRefused } from './storage.ts'

/** Makes the directory where it is missing, and holds it. The lock is one of the operating system on a small database of its own. */
export function lockDirectory(directory: string): { release(): void } {
  try {
    mkdirSync(directory, { recursive: true })
    if (!statSync(directory).isDirectory()) throw new Error('is not a directory')
  } catch (error) {
    throw new StorageRefused(`The data directory ${directory} can't be made: ${reasonOf(error)}.`)
  }
  let connection: Connection | undefined
  try {
    connection = openSqlite(join(directory, 'lock'), { role: 'lock' })
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
