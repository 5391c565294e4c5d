// Copies the data of a PostgreSQL database, beside its servers, into a file on which documents are tried.
import { moveData } from '../storage/move/move-data.ts'
import { readPostgres } from '../storage/postgres/postgres-move.ts'
import { writeDatabase } from '../storage/sqlite/sqlite-move.ts'
import { compilePublished } from './compile-published.ts'

/** `folder`: an empty one, which then is a data directory. Throws `StorageRefused` with one sentence. `now`: RFC 3339. */
export async function copyPostgres(url: string, folder: string, now: string): Promise<void> {
  const options = { compile: compilePublished, now, onProgress: () => {} }
  await readPostgres(url, 'copy', (source) => writeDatabase(folder, (target) => moveData(source, target, options)))
}
