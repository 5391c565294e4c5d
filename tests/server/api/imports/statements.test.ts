// A row of an import costs a bounded number of statements, however many rows point to the same record.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RUN_TWICE } from '../../../apps/start-app.ts'
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

test('a hundred rows more run a hundred times the statements of a row, and look up what all point to once', async () => {
  const few = await importRows('few', 10)
  const many = await importRows('many', 110)
  expect((many - few) / 100).toBeLessThanOrEqual(MOST_PER_ROW)
})
