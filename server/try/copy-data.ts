// Copies the data of a running server for a trial, without what lets people in and what waits to be sent.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DataPlace } from '../document/data-place.ts'
import { findDataDirectory } from '../document/data-place.ts'
import { stripCopy } from '../storage/sqlite/strip-copy.ts'
import { copyState, DATABASE_FILE } from '../storage/sqlite/survey.ts'

/** The server is not disturbed. `now`: RFC 3339. */
export async function copyData(place: DataPlace, folder: string, now: string): Promise<void> {
  const copy = join(folder, DATABASE_FILE)
  const directory = await findDataDirectory(place, folder, now)
  await copyState(directory, copy)
  if (directory !== place) rmSync(directory, { recursive: true })
  stripCopy(copy)
}
