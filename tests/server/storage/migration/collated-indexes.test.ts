// Indexes of texts follow the rule by which texts are sorted: those of an older database, or of another Unicode, are made anew at the start.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copyDatabase, findCopyDamage, findDamage, openSqlite } from '../../../../server/storage/sqlite/open-sqlite.ts'
import { FUNCTIONS } from '../../../../server/storage/sqlite/sql-functions.ts'
import { openSqliteStorage } from '../../../../server/storage/sqlite/sqlite-storage.ts'
import type { Storage } from '../../../../server/storage/storage.ts'
import { helpdesk, NOW, personRow, shapeOf } from '../helpdesk.ts'

const IN_ORDER = ['Ähre', 'apfel', 'Äpfel', 'Zoo']

let directory: string
let file: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'verbatim-collated-'))
  file = join(directory, 'verbatim.db')
})
afterEach(() => rmSync(directory, { recursive: true }))

const open = () => openSqliteStorage({ directory, model: helpdesk, revision: 'r1', now: () => NOW })

async function insert(storage: Storage, ...names: readonly string[]): Promise<void> {
  await storage.write(async (transaction) => {
    for (const name of names)
      await transaction.insert('Person', personRow(name.toLowerCase().replace(/[äé]/u, 'a-'), { name }))
  })
}

async function namesOf(storage: Storage): Promise<readonly unknown[]> {
  const plan = storage.plan(
    shapeOf(helpdesk, 'Person', { fields: ['name'], sort: [{ field: 'name', descending: false }] }),
  )
  const { items } = await plan.list({ me: null, now: NOW }, { limit: 10 })
  return items.map((item) => (JSON.parse(item) as { readonly name: unknown }).name)
}

interface Definition {
  readonly name: string
  readonly definition: string
}

function definitions(): readonly Definition[] {
  const reader = openSqlite(file, { role: 'reader', functions: FUNCTIONS })
  const rows = reader.prepare("SELECT name, definition FROM catalogue_object WHERE kind = 'index'").all([])
  reader.close()
  return rows.map(([name, definition]) => ({ name: String(name), definition: String(definition) }))
}

/**
 * Leaves the indexes as another version has left them: each index with the key of a text gets the definition that
 * `replace` returns.
 */
function leaveWith(before: readonly Definition[], replace: (definition: string) => string): void {
  const writer = openSqlite(file, { role: 'writer', functions: FUNCTIONS })
  writer.allowSchemaChanges(() => {
    for (const { name, definition } of before) {
      const old = replace(definition).replace(name, `${name}_old`)
      writer.execute(`DROP INDEX ${name}`)
      writer.execute(old)
      writer
        .prepare('UPDATE catalogue_object SET name = ?, definition = ? WHERE name = ?')
        .run([`${name}_old`, old, name])
    }
  })
  writer.close()
}

const KEY = /CASE WHEN length\((\w+)\) <> .*? END, /g

test.each([
  ['a database in which texts were sorted by their characters', (definition: string) => definition.replaceAll(KEY, '')],
  ['one of another Unicode', (definition: string) => definition.replaceAll(/'1\/[\d.]+'/g, "'1/16.0'")],
])('%s is brought along at the start, once', async (_name, replace) => {
  const first = await open()
  await insert(first, 'Zoo', 'Äpfel', 'apfel')
  await first.close()
  const all = definitions()
  const collated = all.filter(({ definition }) => definition.includes('v_collation_key'))
  expect(collated.length).toBeGreaterThan(1)
  leaveWith(collated, replace)
  expect(definitions()).not.toEqual(all)

  const storage = await open()
  expect(definitions()).toEqual(all)
  await insert(storage, 'Ähre')
  expect(await namesOf(storage)).toEqual(IN_ORDER)
  await storage.close()
  expect(findDamage(file, FUNCTIONS)).toBe(undefined)
})

test('a copy and its check know the key, and no other function of ours may stand in a schema', async () => {
  const storage = await open()
  await insert(storage, ...IN_ORDER)
  const copy = join(directory, 'copy.db')
  await copyDatabase(file, copy)
  expect(findCopyDamage(copy, FUNCTIONS)).toBe(undefined)
  await storage.close()
  const writer = openSqlite(copy, { role: 'writer', functions: FUNCTIONS })
  expect(() => writer.allowSchemaChanges(() => writer.execute('CREATE INDEX x ON about (v_upper_0(value))'))).toThrow(
    'unsafe use of v_upper_0()',
  )
  writer.close()
})
