// Who holds a token is looked up once, and again after each write: nobody acts with rights that they had.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SqlRow } from '../../../server/storage/executor.ts'
import { StorageReader } from '../../../server/storage/handle/storage-reader.ts'
import { sqliteDialect } from '../../../server/storage/sqlite/sqlite-dialect.ts'
import type { Transaction } from '../../../server/storage/transaction.ts'
import type { Opened } from './helpdesk.ts'
import { helpdesk, NOW, openTemporary } from './helpdesk.ts'

const LATER = '2099-01-01T00:00:00.000Z'
const PERSON = '019aa4a1-0000-7000-8000-000000000001'

let opened: Opened
beforeAll(async () => {
  opened = await openTemporary(helpdesk)
  await opened.storage.write(async (transaction) => {
    await transaction.insert('Person', person(1))
    await begin(transaction, 'one')
  })
})
afterAll(() => opened.close())

function person(version: number) {
  const standard = { created_at: NOW, created_by: null, updated_at: NOW, updated_by: null, picture: null, phone: null }
  const roles = { roles: ['Agent'], active: true, team: null }
  return { id: PERSON, _version: version, name: 'Ada', email: 'ada@example.com', ...roles, ...standard }
}

const begin = (transaction: Transaction, key: string) =>
  transaction.putSystem('session', { key, person: PERSON, expiresAt: LATER, value: {} })
const holder = (key = 'one') => opened.storage.database.holder('session', key)

/** Changes the file past the only connection that may: what is remembered is still given. */
function removeBehindItsBack(): void {
  const file = new DatabaseSync(join(opened.directory, 'verbatim.db'))
  file.exec("DELETE FROM system_row WHERE key = 'two'")
  file.close()
}

test('it is remembered until a command commits', async () => {
  await opened.storage.write((transaction) => begin(transaction, 'two'))
  expect(await holder('two')).toMatchObject({ person: PERSON, version: 1 })
  removeBehindItsBack()
  expect(await holder('two')).toMatchObject({ person: PERSON })
  await opened.storage.write((transaction) => begin(transaction, 'three'))
  expect(await holder('two')).toBeUndefined()
})

test('a look sees nothing that is not committed, and all that is', async () => {
  let within: unknown
  await opened.storage.write(async (transaction) => {
    await transaction.deleteSystem('session', 'one')
    within = [await transaction.holder('session', 'one'), (await holder())?.person]
  })
  expect(within).toEqual([undefined, PERSON])
  expect(await holder()).toBeUndefined()
})

test('the next look gives another version of its person', async () => {
  await opened.storage.write((transaction) => begin(transaction, 'four'))
  expect((await holder('four'))?.version).toBe(1)
  await opened.storage.write(async (transaction) => {
    await transaction.update('Person', PERSON, { name: 'Ada L.' })
  })
  expect((await holder('four'))?.version).toBe(2)
})

test('nobody is remembered as the holder of no token', async () => {
  expect(await holder('five')).toBeUndefined()
  await opened.storage.write((transaction) => begin(transaction, 'five'))
  expect(await holder('five')).toMatchObject({ person: PERSON })
})

test('what was found before a commit is not remembered after it', async () => {
  const looks: ((row: SqlRow) => void)[] = []
  const look = (): Promise<SqlRow> => new Promise((resolve) => looks.push(resolve))
  const people = { number: 1, entity: 'Person', table: 't1', fields: new Map() }
  const present = { places: new Map([['Person', people]]), entityNames: new Map(), fieldNames: new Map() }
  const none = (): never => expect.unreachable()
  const writer = { writes: 1 }
  const reader = new StorageReader(
    { get: look, all: none, run: none, execute: none },
    { present: () => ({ ...present, wholeRecord: none }), now: () => NOW, dialect: sqliteDialect },
    writer,
  )
  const early = reader.holder('session', 'one')
  writer.writes += 1
  const late = reader.holder('session', 'two')
  for (const [at, version] of [1, 2].entries()) looks[at]?.([PERSON, LATER, version, 1])
  await Promise.all([early, late])
  const next = reader.holder('session', 'one')
  looks[2]?.([PERSON, LATER, 2, 1])
  expect(await next).toMatchObject({ version: 2 })
})
