// Copies the database beside a running server, and surveys what such a copy holds.
import { join } from 'node:path'
import { readHead, walkEntries } from '../audit/audit-table.ts'
import type { ChainVerdict } from '../audit/hash-chain.ts'
import { EMPTY_CHAIN, verifyChain } from '../audit/hash-chain.ts'
import type { Executor } from '../executor.ts'
import type { Connection } from './connection.ts'
import { createExecutor } from './sqlite-executor.ts'
import { FUNCTIONS } from './sql-functions.ts'
import { FORMAT_VERSION, readFormat } from './system-schema.ts'
import { copyDatabase, findCopyDamage, openSqlite } from './open-sqlite.ts'

export const DATABASE_FILE = 'verbatim.db'

export interface Survey {
  readonly format: number
  /** Title of the document in force; null: an older version wrote the database. */
  readonly document: string | null
  readonly revision: string | null
  /** How many records each entity has, those in the trash included. */
  readonly entities: { readonly [name: string]: number }
  readonly records: number
  readonly trashed: number
  /** When a record was changed last (RFC 3339). */
  readonly newestChange: string | null
  readonly audit: ChainVerdict
}

/** The last committed state of the directory's database, as one file without a log. */
export async function copyState(directory: string, to: string): Promise<void> {
  await copyDatabase(join(directory, DATABASE_FILE), to)
}

/** A sentence where the copy is damaged, or not of a version that this one reads. */
export async function surveyCopy(path: string): Promise<Survey | { readonly problem: string }> {
  const damage = findCopyDamage(path, FUNCTIONS)
  if (damage !== undefined) return { problem: `The database is damaged: ${damage}.` }
  const connection = openSqlite(path, { role: 'copy', functions: FUNCTIONS })
  try {
    const format = readFormat(connection)
    if (format === undefined) return { problem: 'The database is not one of Verbatim.' }
    if (format > FORMAT_VERSION)
      return {
        problem: `The database was written by a newer version of Verbatim (format ${format}; this version reads up to ${FORMAT_VERSION}).`,
      }
    const audit = await readAudit(createExecutor(connection), format)
    return { format, ...readAbout(connection), ...countRecords(connection), audit }
  } finally {
    connection.close()
  }
}

function readAbout(connection: Connection): Pick<Survey, 'document' | 'revision' | 'newestChange'> {
  const about = (name: string) =>
    textOrNull(connection.prepare('SELECT value FROM about WHERE name = ?').get([name])?.[0])
  const newestChange = textOrNull(connection.prepare('SELECT max(at) FROM history').get([])?.[0])
  return { document: about('document'), revision: about('revision'), newestChange }
}

function countRecords(connection: Connection): Pick<Survey, 'entities' | 'records' | 'trashed'> {
  const present = connection
    .prepare('SELECT number, name FROM catalogue_entity WHERE present = 1 ORDER BY name')
    .all([])
  const counts = present.map(([number, name]) => {
    const counted = connection.prepare(`SELECT count(*), count(trashed_at) FROM t${Number(number)}`).get([]) ?? []
    return { name: String(name), records: Number(counted[0]), trashed: Number(counted[1]) }
  })
  return {
    entities: Object.fromEntries(counts.map(({ name, records }) => [name, records])),
    records: counts.reduce((sum, { records }) => sum + records, 0),
    trashed: counts.reduce((sum, { trashed }) => sum + trashed, 0),
  }
}

/** Format 1 had no audit. */
async function readAudit(executor: Executor, format: number): Promise<ChainVerdict> {
  if (format < 2) return await verifyChain([], { kept: EMPTY_CHAIN, noted: [] })
  return await verifyChain(walkEntries(executor), { kept: await readHead(executor), noted: [] })
}

function textOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value)
}
