// Moves data between directories and databases of the tests' own, and reads both sides.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import type { TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'
import { addressOf, startPostgres } from '../../postgres/postgres.ts'
import { runMove } from '../../../server/backup/run-move.ts'
import { openPostgresStorage } from '../../../server/storage/postgres/open-postgres.ts'
import { WORDS } from '../../../server/storage/sqlite/sqlite-words.ts'

export const NOW = '2026-11-21T10:00:00.000Z'

/** Makes a place for directories, and a server for databases; each file of tests has its own. */
export async function startMoves() {
  const server = await startPostgres()
  const place = mkdtempSync(join(tmpdir(), 'verbatim-move-'))
  const made: string[] = []
  return {
    server,
    place,
    async newDatabase(): Promise<string> {
      if ('reason' in server) throw new Error(server.reason)
      const name = `verbatim_move_${randomBytes(4).toString('hex')}`
      await server.client.query(`CREATE DATABASE ${name}`)
      made.push(name)
      return addressOf(server, name)
    },
    /** A directory of a document with few statements. */
    async smallDesk(): Promise<string> {
      const app = await startApp(SMALL, mkdtempSync(join(place, 'small-')))
      const caller = await app.as('Caller')
      for (const title of ['ring', 'bell', 'call']) await caller.post('/api/calls', { title }).expect(201)
      await app.close()
      return app.directory
    },
    /** Ends the server, and removes what was moved. */
    async end(): Promise<void> {
      rmSync(place, { recursive: true, force: true })
      if ('reason' in server) return
      for (const name of made) await server.client.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await server.stop()
    },
  }
}

export interface Moving {
  readonly to: 'database' | 'directory'
  readonly directory: string
  readonly database: string
  readonly secretKey?: string | undefined
}

/** `look`: milliseconds between looks at silent connections; a second outside of tests. */
export const run = ({ secretKey, ...request }: Moving) =>
  runMove({ secretKey, ...request }, { now: NOW, onProgress: () => {}, look: 50 })

/** All rows of all tables that hold data, parsed; in their order where that means something. */
export function rowsOf(directory: string): { readonly [table: string]: readonly string[] } {
  const database = new DatabaseSync(join(directory, 'verbatim.db'), { readOnly: true })
  const names = database
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND NOT name GLOB '[fw][0-9]*' AND name <> 'catalogue_object'`,
    )
    .all()
    .map(({ name }) => String(name))
    // Statistics follow from the document.
    .filter((name) => !name.startsWith('sqlite_stat'))
  const tables = names.map((name) => {
    const isOrdered = name === 'history' || /^t\d/.test(name)
    const rows = database
      .prepare(`SELECT * FROM ${name}${isOrdered ? ' ORDER BY rowid' : ''}`)
      .all()
      .map(({ row: _, ...rest }) => JSON.stringify(rest))
    return [name, isOrdered ? rows : rows.toSorted()] as const
  })
  database.close()
  return Object.fromEntries(tables)
}

export function startOn(url: string, desk: { readonly directory: string; readonly text: string }): Promise<TestApp> {
  const keys = { secretKey: keyIn(desk.directory) }
  return startApp(desk.text, desk.directory, {
    keys,
    openStorage: (start) => openPostgresStorage({ ...start, url, words: WORDS, random: Math.random, elapsed: () => 0 }),
  })
}

export function keyIn(directory: string): string {
  return readFileSync(join(directory, 'secret.key'), 'utf8').trim()
}

export const SMALL = documentOf({
  3: `### Call

| field | type | required |
|---|---|---|
| title | text | yes |`,
  6: `| role | is |
|---|---|
| Caller | calls |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Caller | Call | everything | | all |`,
})

export async function tablesIn(url: string): Promise<readonly string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ readonly name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
     UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
  )
  await client.end()
  return rows.map(({ name }) => name)
}
