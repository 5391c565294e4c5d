import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ON_POSTGRES, openData, removeData } from '../../postgres/open-data.ts'
import { RelationMissing, StillReferred, UniqueConflict } from '../../../server/storage/storage-error.ts'
import type { Storage } from '../../../server/storage/storage.ts'
import { entity, field, model, oneOf, person, relation, text } from './models.ts'

const NOW = '2026-11-21T05:00:00.000Z'

const tickets = model(
  person(),
  entity('Team', [field('name', text, { required: true, unique: [] })]),
  entity('Ticket', [
    field('number', { kind: 'sequence', pattern: 'HD-{00000}' }),
    field('subject', text, { required: true, searchable: true }),
    field('status', oneOf('new', 'open', 'closed'), { required: true, indexed: true }),
    field('price', { kind: 'money' }),
    field('effort', { kind: 'duration' }),
    field('weight', { kind: 'number' }),
    field('urgent', { kind: 'yes/no' }),
    field('due_at', { kind: 'date and time' }),
    field('labels', { kind: 'list of text' }),
    field('slug', { kind: 'slug' }),
    field('team', relation('Team', 'clear')),
    field('requester', relation('Person')),
    field('watchers', relation('Person', 'refuse', true)),
  ]),
  entity('Comment', [
    field('ticket', relation('Ticket', 'delete'), { required: true }),
    field('body', text),
    field('answers', relation('Comment', 'delete')),
  ]),
)

const standard = { _version: 1, created_at: NOW, created_by: null, updated_at: NOW, updated_by: null }
const ada = { id: 'ada', name: 'Ada', email: 'ada@example.org', roles: ['Agent'], ...standard }
const ticket = {
  id: 't-1',
  number: null,
  subject: 'The "printer" jams\n',
  status: 'new',
  price: '-0.05',
  effort: 'PT8H30M',
  weight: 0.30000000000000004,
  urgent: false,
  due_at: '2026-11-22T05:00:00.000Z',
  labels: ['a', 'b'],
  slug: null,
  team: null,
  requester: 'ada',
  watchers: ['ada'],
  ...standard,
}

let directory: string
let storage: Storage

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'verbatim-storage-'))
  storage = await openData({ directory, model: tickets, revision: 'r1', now: () => NOW })
  await storage.write((transaction) => transaction.insert('Person', ada))
})

afterEach(async () => {
  await storage.close()
  await removeData(directory)
})

describe('records', () => {
  test('come back as they went in, exactly, in their JSON form', { tags: 'reference/types' }, async () => {
    await storage.write((transaction) => transaction.insert('Ticket', ticket))
    expect(await storage.database.record('Ticket', 't-1')).toEqual(ticket)
    expect(await storage.database.recordBy('Person', 'email', 'ada@example.org')).toEqual(ada)
  })

  test('are updated where they are, and not in the trash', async () => {
    await storage.write((transaction) => transaction.insert('Ticket', ticket))
    const update = (id: string) =>
      storage.write((transaction) => transaction.update('Ticket', id, { status: 'open', watchers: [], _version: 2 }))
    expect(await update('t-1')).toBe(true)
    expect(await update('t-none')).toBe(false)
    expect(await storage.database.record('Ticket', 't-1')).toEqual({
      ...ticket,
      status: 'open',
      watchers: [],
      _version: 2,
    })
  })

  test('refuse a unique value that is taken, and take it when the other is in the trash', async () => {
    const team = (id: string) =>
      storage.write((transaction) => transaction.insert('Team', { id, name: 'Support', ...standard }))
    await team('a')
    await expect(team('b')).rejects.toEqual(new UniqueConflict('Team', ['name'], 'a'))
    await storage.write((transaction) => transaction.delete('Team', 'a', false))
    await team('b')
    await expect(storage.write((transaction) => transaction.restore('Team', 'a'))).rejects.toBeInstanceOf(
      UniqueConflict,
    )
    expect(await storage.database.record('Team', 'a')).toBeUndefined()
    expect(await storage.database.record('Team', 'a', { trash: true })).toMatchObject({ name: 'Support' })
  })

  test('refuse a relation to a record that does not exist or is in the trash', async () => {
    await storage.write((transaction) => transaction.insert('Team', { id: 'team', name: 'Support', ...standard }))
    await storage.write((transaction) => transaction.delete('Team', 'team', false))
    for (const wrong of [{ team: 'team' }, { team: 'nothing' }, { watchers: ['ada', 'bob'] }]) {
      await expect(
        storage.write((transaction) => transaction.insert('Ticket', { ...ticket, ...wrong })),
      ).rejects.toBeInstanceOf(RelationMissing)
    }
    expect(await storage.database.record('Ticket', 't-1')).toBeUndefined()
  })

  test('take their numbers in order, and find a free slug', { tags: 'reference/types' }, async () => {
    const numbers = await storage.write(async (transaction) => [
      await transaction.next('Ticket', 'number'),
      await transaction.next('Ticket', 'number'),
      await transaction.freeSlug('Ticket', 'slug', 'jam'),
    ])
    expect(numbers).toEqual(['HD-00001', 'HD-00002', 'jam'])
    await storage.write((transaction) => transaction.insert('Ticket', { ...ticket, slug: 'jam' }))
    expect(await storage.write((transaction) => transaction.freeSlug('Ticket', 'slug', 'jam'))).toBe('jam-2')
  })
})

describe('deleting', () => {
  beforeEach(async () => {
    await storage.write(async (transaction) => {
      await transaction.insert('Team', { id: 'team', name: 'Support', ...standard })
      await transaction.insert('Ticket', { ...ticket, team: 'team' })
      await transaction.insert('Comment', { id: 'c-1', ticket: 't-1', body: 'one', answers: null, ...standard })
      await transaction.insert('Comment', { id: 'c-2', ticket: 't-1', body: 'two', answers: 'c-1', ...standard })
    })
  })

  test('is refused while others refer to the record', async () => {
    await expect(storage.write((transaction) => transaction.delete('Person', 'ada', false))).rejects.toEqual(
      new StillReferred([
        { entity: 'Ticket', field: 'requester', rows: 1 },
        { entity: 'Ticket', field: 'watchers', rows: 1 },
      ]),
    )
  })

  test('clears relations that say so', { tags: 'reference/relations' }, async () => {
    expect(await storage.write((transaction) => transaction.delete('Team', 'team', true))).toEqual([
      { entity: 'Ticket', id: 't-1', how: 'cleared', version: 2, changes: { team: ['team', null] } },
    ])
    expect(await storage.database.record('Ticket', 't-1')).toEqual({ ...ticket, _version: 2 })
  })

  test('takes along what is deleted with it, and brings it back', { tags: 'reference/relations' }, async () => {
    const touched = await storage.write((transaction) => transaction.delete('Ticket', 't-1', false))
    expect(touched).toEqual([
      { entity: 'Comment', id: 'c-1', how: 'deleted', version: 1, changes: {} },
      { entity: 'Comment', id: 'c-2', how: 'deleted', version: 1, changes: {} },
    ])
    expect(await storage.database.record('Comment', 'c-2')).toBeUndefined()
    await storage.write((transaction) => transaction.restore('Ticket', 't-1'))
    expect(await storage.database.record('Comment', 'c-2')).toMatchObject({ body: 'two' })
  })

  test('for good leaves nothing behind, also in circles', async () => {
    await storage.write((transaction) => transaction.update('Comment', 'c-1', { answers: 'c-2' }))
    await storage.write((transaction) => transaction.delete('Ticket', 't-1', true))
    for (const id of ['c-1', 'c-2'])
      expect(await storage.database.record('Comment', id, { trash: true })).toBeUndefined()
  })
})

describe('what goes with a record', () => {
  test('its history, newest first', async () => {
    const entry = {
      entity: 'Ticket',
      record: 't-1',
      at: NOW,
      by: 'ada',
      event: 'changed' as const,
      changes: { status: ['new', 'open'] as const },
      revision: 'r1',
      changeSet: 'c-1',
      version: 2,
    }
    await storage.write(async (transaction) => {
      // Ids are those of a server whose clock may differ: versions count.
      await transaction.appendHistory({ ...entry, id: 'h-3' })
      await transaction.appendHistory({
        ...entry,
        id: 'h-2',
        version: 3,
        event: 'transition',
        transition: 'take',
        line: 7,
        confirmed: ['LATE'],
      })
    })
    const [second, first] = await storage.database.history('Ticket', 't-1', { limit: 10 })
    expect(first).toEqual({ ...entry, id: 'h-3' })
    expect(second).toEqual({
      ...entry,
      id: 'h-2',
      version: 3,
      event: 'transition',
      transition: 'take',
      line: 7,
      confirmed: ['LATE'],
    })
    expect(await storage.database.history('Ticket', 't-1', { limit: 10, before: 'h-2' })).toEqual([first])
  })

  test('a person’s inbox, and what is unread in it', async () => {
    const about = { entity: 'Ticket', record: 't-1', readAt: null }
    const entry = { id: 'i-1', person: 'ada', at: NOW, subject: 'News', text: 'Hello', ...about }
    await storage.write((transaction) => transaction.appendInbox(entry))
    expect(await storage.database.inboxUnread('ada')).toBe(1)
    expect(await storage.write((transaction) => transaction.markRead('ada', 'i-1', NOW))).toBe(true)
    expect(await storage.write((transaction) => transaction.markRead('bob', 'i-1', NOW))).toBe(false)
    expect(await storage.database.inbox('ada', { limit: 5 })).toEqual([{ ...entry, readAt: NOW }])
  })

  test('the system’s own rows, until they expire', async () => {
    const row = { key: 'hash', person: 'ada', expiresAt: '2026-11-22T05:00:00.000Z', value: { name: 'phone' } }
    await storage.write(async (transaction) => {
      await transaction.putSystem('session', row)
      await transaction.putSystem('session', { ...row, key: 'old', expiresAt: '2026-11-20T05:00:00.000Z' })
    })
    expect(await storage.database.system('session', 'hash')).toEqual(row)
    expect(await storage.database.system('session', 'old')).toBeUndefined()
    expect(await storage.database.systemOf('session', 'ada')).toEqual([row])
    expect(await storage.write((transaction) => transaction.deleteSystem('session', 'hash'))).toBe(true)
    expect(await storage.database.system('session', 'hash')).toBeUndefined()
  })
})

// Where many write at once, only the clean-up clears away.
test.skipIf(ON_POSTGRES)('system rows that have expired are cleared away by those that come', async () => {
  const row = (key: string, expiresAt: string) =>
    storage.write((transaction) => transaction.putSystem('link', { key, person: null, expiresAt, value: {} }))
  for (let number = 0; number < 5; number += 1) await row(`old-${number}`, '2026-11-20T05:00:00.000Z')
  await row('new', '2026-11-22T05:00:00.000Z')
  const deleted = await storage.write((transaction) =>
    Promise.all([0, 1, 2, 3, 4].map((number) => transaction.deleteSystem('link', `old-${number}`))),
  )
  expect(deleted).toEqual([false, false, false, false, false])
  expect(await storage.database.system('link', 'new')).toBeDefined()
})

test('a command that throws leaves nothing, and the others of its batch stay', async () => {
  const failing = storage.write(async (transaction) => {
    await transaction.insert('Team', { id: 'a', name: 'A', ...standard })
    throw new Error('refused')
  })
  const other = storage.write((transaction) => transaction.insert('Team', { id: 'b', name: 'B', ...standard }))
  await expect(failing).rejects.toThrow('refused')
  await other
  expect(await storage.database.record('Team', 'a')).toBeUndefined()
  expect(await storage.database.record('Team', 'b')).toMatchObject({ name: 'B' })
})
