// One process for one data directory: the lock vanishes with the process, however it ends.
import { mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { failureOf } from './connection.ts'
import type { Connection } from './connection.ts'
import { openSqlite } from './sqlite.ts'
import { StorageRefused } from './storage.ts'

/** Makes the directory where it is missing, and holds it. The lock is one of the operating system on a small database of its own. */
export function lockDirectory(directory: string): { release(): void } {
  try {
    makeDirectory(directory)
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

/** Level by level: Node's own recursive way never ends below a file system that answers "not found" to every attempt (/proc). */
function makeDirectory(directory: string): void {
  const found = statSync(directory, { throwIfNoEntry: false })
  if (found !== undefined) {
    if (!found.isDirectory()) throw new Error(`${directory} is a file`)
    return
  }
  const above = dirname(directory)
  if (above !== directory) makeDirectory(above)
  mkdirSync(directory)
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
