// Copies the data of a running server for a trial, without what lets people in and what waits to be sent.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { stripCopy } from '../storage/sqlite/strip-copy.ts'
import { copyState, DATABASE_FILE } from '../storage/sqlite/survey.ts'

/** The server is not disturbed. */
export async function copyData(directory: string, folder: string): Promise<void> {
  const copy = join(folder, DATABASE_FILE)
  await copyState(directory, copy)
  stripCopy(copy)
}

/** Bytes of the database with its log. */
export function sizeOfData(directory: string): number {
  const sizes = [DATABASE_FILE, `${DATABASE_FILE}-wal`].map(
    (file) => statSync(join(directory, file), { throwIfNoEntry: false })?.size ?? 0,
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
