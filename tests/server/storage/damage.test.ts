// Whichever connection meets a page that is corrupt, nothing is written any more, and that is said once.
// @module-tag D09
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSlowQueries } from '../../../server/storage/sqlite/slow/slow-queries.ts'
import { openSqliteStorage } from '../../../server/storage/sqlite/sqlite-storage.ts'
import { StorageDamaged, StorageRefused } from '../../../server/storage/storage-error.ts'
import type { Storage, StorageTrouble } from '../../../server/storage/storage.ts'
import { helpdesk, NOW, personRow, ticketRow } from './helpdesk.ts'

const PAGE = 4_096
const TICKETS = 60
const HARMED = 30

let directory: string
let storage: Storage | undefined
let troubles: (StorageTrouble | undefined)[]

const open = (): Promise<Storage> =>
  openSqliteStorage({
    directory,
    model: helpdesk,
    revision: 'r1',
    now: () => NOW,
    onTrouble: (trouble) => troubles.push(trouble),
  })

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'verbatim-damage-'))
  troubles = []
  const seeding = await open()
  await seeding.write(async (transaction) => {
    await transaction.insert('Person', personRow('ada'))
    for (let number = 0; number < TICKETS; number += 1)
      await transaction.insert('Ticket', ticketRow(number, { description: `<${number}> ${'long '.repeat(500)}` }))
  })
  await seeding.close()
  corruptPageOf(`<${HARMED}> long`)
})

afterEach(async () => {
  await storage?.close()
  storage = undefined
  rmSync(directory, { recursive: true })
})

/** Corrupts the page of the record that has this text. */
function corruptPageOf(text: string): void {
  const path = join(directory, 'verbatim.db')
  const page = Math.floor(readFileSync(path).indexOf(text) / PAGE)
  expect(page).toBeGreaterThan(1)
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(PAGE, 0xa5), 0, PAGE, page * PAGE)
  closeSync(file)
}

async function expectReadOnly(): Promise<void> {
  expect(storage?.trouble()?.kind).toBe('damaged')
  await expect(storage?.write((transaction) => transaction.insert('Person', personRow('eve')))).rejects.toBeInstanceOf(
    StorageDamaged,
  )
  expect(await storage?.database.record('Person', 'ada')).toBeDefined()
  expect(await storage?.database.record('Ticket', ticketRow(0).id)).toBeDefined()
  expect(troubles).toHaveLength(1)
}

test('the connection that reads', async () => {
  storage = await open()
  await storage.write((transaction) => transaction.insert('Person', personRow('bob')))
  const { id } = ticketRow(HARMED)
  await expect(storage.database.record('Ticket', id)).rejects.toBeInstanceOf(StorageDamaged)
  await expect(storage.database.record('Ticket', id)).rejects.toBeInstanceOf(StorageDamaged)
  await expectReadOnly()
})

test('the connection that writes: nothing of the batch is kept, not even of a command that goes on without what it could not read', async () => {
  storage = await open()
  const results = await Promise.allSettled([
    storage.write((transaction) => transaction.insert('Person', personRow('bob'))),
    storage.write(async (transaction) => {
      await transaction.record('Ticket', ticketRow(HARMED).id).catch(() => undefined)
      await transaction.insert('Person', personRow('cal'))
    }),
  ])
  expect(results.map((result) => result.status === 'rejected' && result.reason instanceof StorageDamaged)).toEqual([
    true,
    true,
  ])
  expect(await storage.database.record('Person', 'bob')).toBeUndefined()
  expect(await storage.database.record('Person', 'cal')).toBeUndefined()
  await expectReadOnly()
})

test('the check that looks through the whole file', async () => {
  storage = await open()
  expect(storage.trouble()).toBeUndefined()
  await storage.check()
  await expectReadOnly()
})

test('the thread of slow readings', async () => {
  storage = await open()
  await storage.close()
  storage = undefined
  const told: string[] = []
  const slow = startSlowQueries(join(directory, 'verbatim.db'), { onDamage: (detail) => told.push(detail) })
  const [table] =
    (await slow.all("SELECT 't' || number FROM catalogue_entity WHERE name = 'Ticket'", [], null))[0] ?? []
  const sum = slow.all(`SELECT count(*) FROM ${String(table)} NOT INDEXED WHERE version > 0`, [], null)
  await expect(sum).rejects.toBeInstanceOf(StorageDamaged)
  expect(told).toHaveLength(1)
  await slow.close()
})

test('what was found to be damaged is not written over by the next start', async () => {
  storage = await open()
  await storage.check()
  await storage.close()
  storage = undefined
  await expect(open()).rejects.toBeInstanceOf(StorageRefused)
  await expect(open()).rejects.toThrow('was found to be damaged')
})

test('a sound database is looked through without a word', async () => {
  const sound = mkdtempSync(join(tmpdir(), 'verbatim-sound-'))
  troubles = []
  storage = await openSqliteStorage({ directory: sound, model: helpdesk, revision: 'r1', now: () => NOW })
  await storage.write(async (transaction) => {
    await transaction.insert('Person', personRow('ada'))
    await transaction.insert('Ticket', ticketRow(1, { description: 'words to find' }))
    await transaction.delete('Ticket', ticketRow(1).id, true)
    await transaction.insert('Ticket', ticketRow(2, { description: 'more words' }))
  })
  await storage.check()
  expect(storage.trouble()).toBeUndefined()
  await storage.close()
  storage = undefined
  rmSync(sound, { recursive: true })
})
