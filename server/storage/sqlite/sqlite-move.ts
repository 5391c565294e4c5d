// Opens a data directory from which data is moved, or makes one into which it is.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DataSource, DataTarget } from '../move/move-data.ts'
import { StorageRefused } from '../storage-error.ts'
import { lockDirectory } from './directory/directory-lock.ts'
import { fillDirectory, refuseFilled } from './directory/fill-directory.ts'
import { makePrivateFile, RESTORING } from './directory/private-directory.ts'
import { DATABASE_FILE, requireWhole } from './health/directory-marker.ts'
import { openSqlite } from './open-sqlite.ts'
import { FUNCTIONS } from './sql-functions.ts'
import { runAlone, sqliteSchema } from './sqlite-engine.ts'
import { createExecutor } from './sqlite-executor.ts'
import { FORMAT_VERSION, prepareSystemTables, readFormat } from './system-schema.ts'

/** Reads a data directory, and keeps every server away meanwhile. Throws `StorageRefused` with one sentence. */
export async function readDirectory<T>(directory: string, work: (source: DataSource) => Promise<T>): Promise<T> {
  if (!existsSync(join(directory, DATABASE_FILE))) throw new StorageRefused(`There is no database in ${directory}.`)
  if (existsSync(join(directory, RESTORING)))
    throw new StorageRefused(`What was begun in ${directory}, a restore or a move, was not finished. Run it again.`)
  const lock = lockDirectory(directory)
  try {
    requireWhole(directory)
    const reader = openSqlite(join(directory, DATABASE_FILE), { role: 'reader', functions: FUNCTIONS })
    try {
      const format = readFormat(reader)
      if (format === undefined) throw new StorageRefused(`The database in ${directory} is not one of Verbatim.`)
      if (format !== FORMAT_VERSION)
        throw new StorageRefused(
          format > FORMAT_VERSION
            ? `The database in ${directory} was written by a newer version of Verbatim: move it with that one.`
            : `The database in ${directory} was written by an older version of Verbatim: start it once with this one, stop it, and move it then.`,
        )
      // Without a transaction: who holds the lock is the only one who could write.
      const executor = createExecutor(reader)
      const lastJob = "SELECT seq FROM sqlite_sequence WHERE name = 'job'"
      return await work({
        executor,
        dialect: sqliteSchema.dialect,
        lastJob: async () => Number((await executor.get(lastJob, []))?.[0] ?? 0),
      })
    } finally {
      reader.close()
    }
  } finally {
    lock.release()
  }
}

/** Makes a directory whole or not at all. Throws `StorageRefused` with one sentence where it is not empty. */
export async function writeDirectory<T>(directory: string, work: (target: DataTarget) => Promise<T>): Promise<T> {
  const filled = refuseFilled(directory)
  if (filled !== undefined) throw new StorageRefused(filled)
  return await fillDirectory(directory, (folder) => writeDatabase(folder, work))
}

/** Makes the database in a folder that nobody else uses. */
export async function writeDatabase<T>(folder: string, work: (target: DataTarget) => Promise<T>): Promise<T> {
  const path = join(folder, DATABASE_FILE)
  makePrivateFile(path)
  const writer = openSqlite(path, { role: 'writer', functions: FUNCTIONS })
  try {
    prepareSystemTables(writer)
    const result = await runAlone(writer, async (executor) => {
      await executor.execute('PRAGMA defer_foreign_keys = ON')
      const target: DataTarget = {
        executor,
        engine: sqliteSchema,
        linksFirst: true,
        numbering: '',
        prepareFor: () => Promise.resolve(),
        async continueJobs(last) {
          if ((await executor.run("UPDATE sqlite_sequence SET seq = ? WHERE name = 'job'", [last])) === 0)
            await executor.run("INSERT INTO sqlite_sequence (name, seq) VALUES ('job', ?)", [last])
        },
        // Triggers follow each entry.
        noteHead: () => Promise.resolve(),
        describe: () => Promise.resolve(),
      }
      return { result: await work(target), whenKept: () => {} }
    })
    writer.carryOver('all')
    return result
  } finally {
    writer.close()
  }
}
