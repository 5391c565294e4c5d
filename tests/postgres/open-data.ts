// Opens and removes the data of a test on the engine of the run: SQLite in the directory, or a PostgreSQL database that stands for it.
import { rmSync } from 'node:fs'
import type { DataPlace } from '../../server/document/data-place.ts'
import type { DocumentToOpen } from '../../server/storage/handle/create-storage.ts'
import type { PoolOptions } from '../../server/storage/postgres/postgres-engine.ts'
import { openPostgresStorage } from '../../server/storage/postgres/open-postgres.ts'
import { openSqliteStorage } from '../../server/storage/sqlite/sqlite-storage.ts'
import type { SqliteStorageOptions } from '../../server/storage/sqlite/sqlite-storage.ts'
import { WORDS } from '../../server/storage/sqlite/sqlite-words.ts'
import type { Storage } from '../../server/storage/storage.ts'
import { forwardOnly } from '../helpers/forward-only.ts'
import { databaseOf, dropDatabaseOf } from './databases.ts'

/** `npm run test:postgres`. */
export const ON_POSTGRES = process.env['VERBATIM_ENGINE'] === 'postgres'

/** Milliseconds that a command waits for a connection: as long as it takes, however many a test sends at once. */
const LONGEST_WAIT = 600_000

/** Commands are run again as often as may be, however slow the machine is. */
export async function openData(options: SqliteStorageOptions): Promise<Storage> {
  if (!ON_POSTGRES) return await openSqliteStorage(options)
  return await openDataAt(await databaseOf(options.directory), options)
}

/** `url`: of a PostgreSQL database, or of a proxy before it. */
export async function openDataAt(
  url: string,
  options: DocumentToOpen & { readonly now: () => string },
  elapsed: () => number = () => 0,
  waits: PoolOptions = {},
): Promise<Storage> {
  // The clock of the database is another than that of the process, which tests set back.
  const now = (): number => Date.parse(options.now())
  const [first, passed] = [now(), forwardOnly(now)]
  const moment = (): number => first + passed()
  return await openPostgresStorage({
    ...options,
    url,
    words: WORDS,
    random: Math.random,
    elapsed,
    moment,
    longestWait: LONGEST_WAIT,
    ...waits,
  })
}

/** Gives the place of the data that belongs to a directory. */
export async function placeOf(directory: string): Promise<DataPlace> {
  return ON_POSTGRES ? { database: await databaseOf(directory) } : directory
}

export async function removeData(directory: string): Promise<void> {
  rmSync(directory, { recursive: true, force: true })
  await dropDatabaseOf(directory)
}
