// A command that fails after it wrote undoes its batch; the others of it are run again, and count once.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Storage } from '../../../server/storage/storage.ts'
import type { Transaction } from '../../../server/storage/transaction.ts'
import { helpdesk, openTemporary, personRow } from './helpdesk.ts'
import type { Opened } from './helpdesk.ts'

let opened: Opened
let storage: Storage
/** Commands in the order in which they were run, again or not. */
let runs: string[]
let followed: string[]
beforeEach(async () => {
  opened = await openTemporary(helpdesk, { runTwice: false })
  // A batch that takes long ends early: what a test writes at once shall be one.
  vi.spyOn(performance, 'now').mockReturnValue(0)
  storage = opened.storage
  runs = []
  followed = []
})
afterEach(async () => {
  vi.restoreAllMocks()
  await opened.close()
})

const people = () => storage.database.idsWith('Person', 'name', ['ada', 'ben', 'cleo', 'dora', 'refused'], 10)

function add(name: string, more?: (transaction: Transaction) => unknown): Promise<string> {
  return storage.write(async (transaction) => {
    runs.push(name)
    transaction.whenKept(() => void followed.push(name))
    await transaction.insert('Person', personRow(name))
    await more?.(transaction)
    return name
  })
}

const refuse = () => {
  throw new Error('refused')
}

test('those beside it are kept, each once, and see each other in their order', async () => {
  const seen: (readonly string[])[] = []
  const outcomes = await Promise.allSettled([
    add('ada'),
    add('refused', refuse),
    add('ben', async (transaction) => {
      seen.push(await transaction.idsWith('Person', 'name', ['ada', 'refused'], 10))
    }),
  ])
  expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason)))).toEqual([
    'ada',
    'Error: refused',
    'ben',
  ])
  expect(await people()).toEqual(['ada', 'ben'])
  expect(seen.at(-1)).toEqual(['ada'])
  expect(runs).toEqual(['ada', 'refused', 'ada', 'refused', 'ben'])
})

test('memory follows a command once, however often it was run', async () => {
  await Promise.allSettled([add('ada'), add('refused', refuse), add('ben')])
  expect(followed).toEqual(['ada', 'ben'])
})

test('for a while after it nothing is run again for what fails', async () => {
  await Promise.allSettled([add('ada'), add('refused', refuse)])
  runs.length = 0
  await Promise.allSettled([add('ben'), add('refused', refuse), add('cleo')])
  expect(runs).toEqual(['ben', 'refused', 'cleo'])
  expect(await people()).toEqual(['ada', 'ben', 'cleo'])
})

test('a command that fails before it has written holds up no other', async () => {
  const read = () =>
    storage.write(async (transaction) => {
      runs.push('reader')
      await transaction.record('Person', 'ada')
      throw new Error('refused')
    })
  await Promise.allSettled([add('ada'), read(), add('ben')])
  expect(runs).toEqual(['ada', 'reader', 'ben'])
})

test('a command that fails by itself is run once', async () => {
  await Promise.allSettled([add('refused', refuse)])
  await Promise.allSettled([add('ada'), add('refused', refuse)])
  expect(runs).toEqual(['refused', 'ada', 'refused', 'ada', 'refused'])
  expect(await people()).toEqual(['ada'])
})

test('what a command undoes itself is no failure', async () => {
  await Promise.all([
    add('ada'),
    add('ben', (transaction) =>
      transaction
        .savepoint(async () => {
          await transaction.insert('Person', personRow('cleo'))
          throw new Error('undone')
        })
        .catch(() => {}),
    ),
    add('dora'),
  ])
  expect(runs).toEqual(['ada', 'ben', 'dora'])
  expect(await people()).toEqual(['ada', 'ben', 'dora'])
})
