// A row of an import costs a bounded number of statements, however many rows point to the same record.
import { StatementSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RUN_TWICE } from '../../../apps/start-app.ts'
import { ON_POSTGRES } from '../../../postgres/open-data.ts'
import { countStatements } from '../../../helpers/count-statements.ts'
import type { ImportApp } from './import-app.ts'
import { startImportApp } from './import-app.ts'

/** A look-up of what each row points to would be one more; `test:retries` runs each command twice. */
const MOST_PER_ROW = RUN_TWICE ? 17 : 8.5

let app: ImportApp

beforeAll(async () => {
  app = await startImportApp('en')
  await app.keep('name\nRoot\n')
})
afterAll(() => app.app.stop())

async function importRows(name: string, count: number): Promise<number> {
  const rows = Array.from({ length: count }, (_, at) => `${name} ${at},${name}-${at},Root\n`)
  const { total, result } = await countStatements(() => app.send(`name,code,parent\n${rows.join('')}`, 'mode=run'))
  expect(result.body).toMatchObject({ kept: true, created: count })
  return total
}

test('the words of many rows are not all written in one statement, for which everybody else would wait', async () => {
  const rows = Array.from({ length: 1_200 }, (_, at) => `Word ${at},word-${at}\n`)
  const { changes, result } = await mostChanges(() => app.send(`name,code\n${rows.join('')}`, 'mode=run'))
  expect(result.body).toMatchObject({ kept: true, created: 1_200 })
  expect(changes).toBeLessThanOrEqual(500)
  const { items } = (await app.app.as('Administrator').then((one) => one.get('/api/things?search=Word&limit=5'))).body
  expect(items).toHaveLength(5)
})

/** The most rows that one statement changes while the work is done. */
async function mostChanges<T>(work: () => Promise<T>): Promise<{ readonly changes: number; readonly result: T }> {
  let changes = 0
  const prototype = StatementSync.prototype as { run: (...given: never[]) => { readonly changes: number | bigint } }
  const { run } = prototype
  prototype.run = function (this: unknown, ...given) {
    const done = run.apply(this, given)
    changes = Math.max(changes, Number(done.changes))
    return done
  }
  try {
    return { result: await work(), changes }
  } finally {
    prototype.run = run
  }
}

test.skipIf(ON_POSTGRES)('rows that may change records share a savepoint with fewer others than new ones', async () => {
  const table = (note: string) =>
    `name,code\n${Array.from({ length: 700 }, (_, at) => `${note} ${at},shared-${at}\n`).join('')}`
  const created = await mostInSavepoint(() => app.send(table('First'), 'mode=run'))
  expect(created.result.body).toMatchObject({ kept: true, created: 700 })
  const changed = await mostInSavepoint(() => app.send(table('Second'), 'mode=run&match=code'))
  expect(changed.result.body).toMatchObject({ kept: true, updated: 700 })
  expect(created.rows).toBeGreaterThan(160)
  expect([changed.rows > 10, changed.rows <= 160]).toEqual([true, true])
})

/** The most histories of records that are written in one savepoint while the work is done. */
async function mostInSavepoint<T>(work: () => Promise<T>): Promise<{ readonly rows: number; readonly result: T }> {
  let [rows, most] = [0, 0]
  const prototype = StatementSync.prototype as unknown as {
    run: (this: StatementSync, ...given: never[]) => { readonly changes: number | bigint }
  }
  const { run } = prototype
  prototype.run = function (...given) {
    if (this.sourceSQL.startsWith('SAVEPOINT')) rows = 0
    if (this.sourceSQL.startsWith('INSERT INTO history ')) rows += 1
    most = Math.max(most, rows)
    return run.apply(this, given)
  }
  try {
    return { result: await work(), rows: most }
  } finally {
    prototype.run = run
  }
}

test('a hundred rows more run a hundred times the statements of a row, and look up what all point to once', async () => {
  const few = await importRows('few', 10)
  const many = await importRows('many', 110)
  expect((many - few) / 100).toBeLessThanOrEqual(MOST_PER_ROW)
})
