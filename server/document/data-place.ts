// Finds the data of a server, in its directory or in PostgreSQL, for copies on which documents are tried.
import { mkdtempSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DATABASE_FILE } from '../storage/sqlite/survey.ts'

/** A data directory, or the address of a PostgreSQL database. */
export type DataPlace = string | { readonly database: string }

/**
 * Gives a directory with the data: the server's own, or a new one in `folder` with a copy of the database, whose servers go on.
 * Throws `StorageRefused` with one sentence. `now`: RFC 3339.
 */
export async function findDataDirectory(place: DataPlace, folder: string, now: string): Promise<string> {
  if (typeof place === 'string') return place
  const directory = mkdtempSync(join(folder, 'data-'))
  // Nobody else waits for the driver.
  const { copyPostgres } = await import('./copy-database.ts')
  await copyPostgres(place.database, directory, now)
  return directory
}

/** Gives the bytes of the data, with the log of a directory, or with the indexes of a PostgreSQL database. */
export async function sizeOfData(place: DataPlace): Promise<number> {
  if (typeof place !== 'string') {
    const { readPostgresSize } = await import('../storage/postgres/postgres-move.ts')
    return await readPostgresSize(place.database)
  }
  const sizes = [DATABASE_FILE, `${DATABASE_FILE}-wal`].map(
    (file) => statSync(join(place, file), { throwIfNoEntry: false })?.size ?? 0,
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
