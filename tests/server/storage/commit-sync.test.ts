// A command is acknowledged when its batch is on the disk; meanwhile others are run, and nobody else is held up.
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StorageFailed } from '../../../server/storage/storage-error.ts'
import type { Storage } from '../../../server/storage/storage.ts'
import { helpdesk, openTemporary, personRow } from './helpdesk.ts'
import type { Opened } from './helpdesk.ts'

/** Syncs that were asked for, and wait until the test ends them. */
const disk = { isHeld: false, waiting: [] as ((error: Error | null) => void)[] }

function syncLog(sync: () => Promise<void>): Promise<void> {
  if (!disk.isHeld) return sync()
  return new Promise((resolve, reject) => {
    disk.waiting.push((error) => (error === null ? resolve() : reject(error)))
  })
}

let opened: Opened
let storage: Storage
let failures: StorageFailed[]
beforeEach(async () => {
  failures = []
  opened = await openTemporary(helpdesk, { runTwice: false, syncLog, onFailed: (error) => void failures.push(error) })
  storage = opened.storage
  disk.isHeld = true
})
afterEach(async () => {
  disk.isHeld = false
  for (const done of disk.waiting.splice(0)) done(null)
  await opened.close()
})

const people = () => storage.database.idsWith('Person', 'name', ['ada', 'ben', 'cleo'], 10)
const add = (name: string) => storage.write((transaction) => transaction.insert('Person', personRow(name)))

async function turns(): Promise<void> {
  for (let count = 0; count < 20; count++) await turn()
}

/** Notes in the list when a promise has settled. */
function noteIn(list: string[], name: string, promise: Promise<unknown>): Promise<void> {
  return promise.then(
    () => void list.push(name),
    (error: unknown) => void list.push(`${name}: ${error instanceof StorageFailed ? 'failed' : String(error)}`),
  )
}

test('it is acknowledged after the sync that began after its commit, and those that came meanwhile after the next', async () => {
  const done: string[] = []
  const all = [noteIn(done, 'ada', add('ada'))]
  await turns()
  expect(disk.waiting).toHaveLength(1)
  expect(await people()).toEqual(['ada'])
  all.push(noteIn(done, 'ben', add('ben')))
  await turns()
  all.push(noteIn(done, 'cleo', add('cleo')))
  await turns()
  // One batch at a time is on its way to the disk.
  expect(disk.waiting).toHaveLength(1)
  expect(done).toEqual([])
  expect(await people()).toEqual(['ada'])
  disk.waiting.shift()?.(null)
  await turns()
  expect(done).toEqual(['ada'])
  expect(disk.waiting).toHaveLength(1)
  expect(await people()).toEqual(['ada', 'ben', 'cleo'])
  disk.waiting.shift()?.(null)
  await Promise.all(all)
  expect(done).toEqual(['ada', 'ben', 'cleo'])
})

test('a read learns that what it has seen is on its way to the disk', async () => {
  expect(storage.syncing).toBeUndefined()
  const written = add('ada')
  await turns()
  const order: string[] = []
  const seen = noteIn(order, 'syncing', storage.syncing ?? Promise.reject(new Error('nothing is on its way')))
  await turns()
  expect(order).toEqual([])
  disk.waiting.shift()?.(null)
  await Promise.all([written, seen])
  expect(order).toEqual(['syncing'])
  expect(storage.syncing).toBeUndefined()
})

test('a sync that fails refuses its batch and the one that was run meanwhile, and nothing is written any more', async () => {
  const done: string[] = []
  const all = [noteIn(done, 'ada', add('ada'))]
  await turns()
  all.push(noteIn(done, 'ben', add('ben')))
  await turns()
  const seen = noteIn(done, 'syncing', storage.syncing ?? Promise.resolve())
  disk.waiting.shift()?.(Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' }))
  await Promise.all([...all, seen])
  expect(done.toSorted()).toEqual(['ada: failed', 'ben: failed', 'syncing: failed'])
  expect(failures).toHaveLength(1)
  await expect(add('cleo')).rejects.toBeInstanceOf(StorageFailed)
  expect(await people()).toEqual(['ada'])
  expect(disk.waiting).toEqual([])
})

test('a batch that is still run when the sync before it fails is not committed', async () => {
  const done: string[] = []
  const all = [noteIn(done, 'ada', add('ada'))]
  await turns()
  const gate = Promise.withResolvers<void>()
  const slow = storage.write(async (transaction) => {
    await transaction.insert('Person', personRow('ben'))
    await gate.promise
  })
  all.push(noteIn(done, 'ben', slow))
  await turns()
  disk.waiting.shift()?.(new Error('EIO: i/o error, fdatasync'))
  await turns()
  expect(done).toEqual(['ada: failed'])
  gate.resolve()
  await Promise.all(all)
  expect(done).toEqual(['ada: failed', 'ben: failed'])
  expect(await people()).toEqual(['ada'])
})

test('what has written nothing waits for no disk', async () => {
  expect(await storage.write((transaction) => transaction.count('Person'))).toBe(0)
  expect(disk.waiting).toEqual([])
})
