// Memo tables: what follows from a document is made once, found by its owner and key, and kept within its room.
import { expect, test } from 'vitest'
import { MemoTables } from '../../../server/document/memo-tables.ts'

const made = (log: string[], name: string) => () => {
  log.push(name)
  return { name }
}

test('it is made once for its owner, kind and key', () => {
  const tables = new MemoTables()
  const log: string[] = []
  const [owner, key] = [{}, {}]
  const first = tables.keep(owner, 'plan', key, made(log, 'a'), {})
  expect(tables.keep(owner, 'plan', key, made(log, 'a again'), {})).toBe(first)
  expect(log).toEqual(['a'])
})

test('two owners never share an entry, however their keys read', () => {
  const tables = new MemoTables()
  const log: string[] = []
  for (const [owner, key] of [
    [{}, 'Ticket'],
    [{}, 'Ticket'],
    [{}, {}],
  ] as const)
    tables.keep(owner, 'policy', key, made(log, 'made'), {})
  tables.keep({}, 'plan', 'Ticket', made(log, 'made'), {})
  expect(log).toHaveLength(4)
})

test('all owners share the room of a kind: what is used least leaves, in whichever table it stands', () => {
  const tables = new MemoTables()
  const log: string[] = []
  const room = { most: 4 }
  const [busy, idle] = [{}, {}]
  tables.keep(idle, 'plan', 'x', made(log, 'idle'), room)
  for (let round = 0; round < 10; round += 1) {
    tables.keep(busy, 'plan', 'often', made(log, 'often'), room)
    tables.keep(busy, 'plan', `shape ${round}`, made(log, `shape ${round}`), room)
  }
  tables.keep(idle, 'plan', 'x', made(log, 'idle'), room)
  expect(log.filter((name) => name === 'often')).toHaveLength(1)
  expect(log.filter((name) => name === 'idle')).toHaveLength(2)
})

test('what is heavy leaves sooner, and the latest stays however heavy it is', () => {
  const tables = new MemoTables()
  const log: string[] = []
  const heavy = { bytesOf: () => 20 * 1024 ** 2 }
  const [first, second] = [{}, {}]
  for (const owner of [first, second, first, second]) tables.keep(owner, 'plan', '', made(log, 'made'), heavy)
  // The latest half stays in any case, and the half before it until that is full: of three heavy ones the first is gone.
  const third = {}
  tables.keep(third, 'plan', '', made(log, 'made'), heavy)
  tables.keep(first, 'plan', '', made(log, 'made'), heavy)
  expect(log).toHaveLength(4)
})

test('an entry that was made anew while it was being made is found again', () => {
  const tables = new MemoTables()
  const owner = {}
  const outer = tables.keep(
    owner,
    'word',
    'a',
    () => ({ inner: tables.keep(owner, 'word', 'a', () => ({ inner: undefined }), {}) }),
    {},
  )
  expect(tables.keep<object>(owner, 'word', 'a', () => ({}), {})).toBe(outer)
})
