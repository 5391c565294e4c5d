import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RecordValue } from '#shared/expressions/value.ts'
import { CursorInvalid } from '../../../server/storage/storage-error.ts'
import type { DatabaseHandle } from '../../../server/storage/database-handle.ts'
import type { Bindings, ReadPlan, ReadShape } from '../../../server/storage/query-plans.ts'
import { allRights, conditionOf, helpdesk, NOW, openTemporary, personRow, shapeOf, ticketRow } from './helpdesk.ts'
import type { Opened } from './helpdesk.ts'
import type { ReadPolicy } from '#shared/policy/read-policy.ts'

let opened: Opened
const ada: Bindings = { me: personRow('ada'), now: NOW }
const condition = (entity: string, text: string) => conditionOf(helpdesk, entity, text)

beforeAll(async () => {
  opened = await openTemporary(helpdesk)
  await opened.storage.write(async (transaction) => {
    await transaction.insert('Team', { id: 'support', name: 'Support', lead: null, _version: 1 })
    for (const tag of ['red', 'blue']) await transaction.insert('Tag', { id: tag, name: tag, color: null, _version: 1 })
    for (const id of ['ada', 'bob', 'eve'])
      await transaction.insert('Person', personRow(id, { team: id === 'bob' ? 'support' : null }))
    for (let number = 0; number < 60; number += 1) {
      const requester = number % 3 === 0 ? 'ada' : 'eve'
      const resolvedAt = number % 4 === 0 ? `2026-02-0${(number % 3) + 1}T00:00:00.000Z` : null
      await transaction.insert(
        'Ticket',
        ticketRow(number, {
          requester,
          assignee: number % 2 ? 'bob' : null,
          resolved_at: resolvedAt,
          internal_note: number === 7 ? 'secret scanner' : null,
        }),
      )
    }
    await transaction.update('Ticket', 't-000003', { tags: ['red', 'blue'], hours_to_resolve: '-0.5', team: 'support' })
    await transaction.delete('Ticket', 't-000059', false)
  })
})

afterAll(() => opened.close())

function plan(shape: Partial<ReadShape> = {}, entity = 'Ticket'): ReadPlan {
  return opened.storage.plan(shapeOf(helpdesk, entity, shape))
}

function find(read: ReadPlan, by: string, value: string): Promise<string | undefined> {
  return opened.storage.database.find(read, ada, by, value)
}

async function idsOf(reading: ReadPlan, bindings = ada, search?: string): Promise<readonly string[]> {
  const { items } = await reading.list(bindings, { limit: 100, ...(search === undefined ? {} : { search }) })
  return items.map((item) => (JSON.parse(item) as RecordValue).id)
}

async function rows(): Promise<readonly RecordValue[]> {
  return (await plan().list(ada, { limit: 100 })).items.map((item) => JSON.parse(item) as RecordValue)
}

describe('a record', () => {
  test('reads as it was written, by its id or a unique field', async () => {
    const record = await opened.storage.database.record('Ticket', 't-000003')
    expect(JSON.parse((await find(plan(), 'id', 't-000003')) ?? '')).toEqual(record)
    expect(record).toMatchObject({ tags: ['red', 'blue'], hours_to_resolve: '-0.5', attachments: null })
    expect(JSON.parse((await find(plan(), 'number', 'HD-00003')) ?? '')).toEqual(record)
    expect(await find(plan(), 'id', 'nothing')).toBeUndefined()
  })

  test('in the trash is read only there', async () => {
    expect(await find(plan(), 'id', 't-000059')).toBeUndefined()
    expect(await idsOf(plan({ trash: true }))).toEqual(['t-000059'])
  })

  test('is what a transaction has made of it, to the transaction itself', async () => {
    await opened.storage.write(async (transaction) => {
      const title = async (database: DatabaseHandle) =>
        /"subject":"([^"]*)"/.exec((await database.find(plan(), ada, 'id', 't-000003')) ?? '')?.[1]
      const before = await title(transaction)
      await transaction.update('Ticket', 't-000003', { subject: 'Seen here first' })
      expect(await title(transaction)).toBe('Seen here first')
      expect(await title(opened.storage.database)).toBe(before)
      await transaction.update('Ticket', 't-000003', { subject: before, _version: 1 })
    })
  })

  test('outside of the rows that one may read does not exist', async () => {
    const own = plan({ policy: { ...allRights(helpdesk, 'Ticket'), rows: condition('Ticket', 'requester == me') } })
    expect(await find(own, 'id', 't-000003')).toBeDefined()
    expect(await find(own, 'id', 't-000004')).toBeUndefined()
    expect(await own.count(ada)).toBe(20)
    expect(await own.count({ ...ada, me: null })).toBe(0)
  })

  test('lacks the fields that are not granted for it, also as a way to find it', async () => {
    const rights: ReadPolicy = {
      ...allRights(helpdesk, 'Ticket'),
      fields: [{ field: 'number', when: condition('Ticket', 'status == "new"') }],
    }
    const masked = plan({ policy: rights, fields: ['number', 'subject'] })
    expect(await find(masked, 'id', 't-000005')).toBe('{"id":"t-000005","_version":1,"number":"HD-00005"}')
    expect(await find(masked, 'id', 't-000006')).toBe('{"id":"t-000006","_version":1}')
    expect(await find(masked, 'number', 'HD-00005')).toBeDefined()
    expect(await find(masked, 'number', 'HD-00006')).toBeUndefined()
  })

  test('holds others in place of their ids as far as one may see them', async () => {
    const person: ReadPolicy = {
      entity: 'Person',
      rows: condition('Person', 'this == me or team != null'),
      fields: [{ field: 'name', when: true }],
    }
    const team = shapeOf(helpdesk, 'Team', { fields: ['name'] })
    const tags = shapeOf(helpdesk, 'Tag', {
      fields: ['name'],
      policy: { ...allRights(helpdesk, 'Tag'), rows: condition('Tag', 'name == "red"') },
    })
    const expand = [
      { field: 'requester', shape: shapeOf(helpdesk, 'Person', { policy: person }) },
      { field: 'assignee', shape: shapeOf(helpdesk, 'Person', { policy: person }) },
      { field: 'team', shape: team },
      { field: 'tags', shape: tags },
    ]
    const expanded = plan({ fields: ['requester', 'assignee', 'team', 'tags'], expand })
    const _version = 1
    expect(JSON.parse((await find(expanded, 'id', 't-000003')) ?? '')).toMatchObject({
      requester: { id: 'ada', _version, name: 'ada' },
      assignee: { id: 'bob', _version, name: 'bob' },
      team: { id: 'support', _version, name: 'Support' },
      tags: [{ id: 'red', _version, name: 'red' }, 'blue'],
    })
    expect(JSON.parse((await find(expanded, 'id', 't-000004')) ?? '')).toMatchObject({
      requester: 'eve',
      assignee: null,
      team: null,
      tags: [],
    })
  })
})

describe('a reader’s own question', () => {
  const filter = condition('Ticket', 'internal_note != null')

  test('finds nothing in what the actor may not read', async () => {
    expect(await idsOf(plan({ filter }))).toEqual(['t-000007'])
    const rights = allRights(helpdesk, 'Ticket')
    const hidden = { ...rights, fields: rights.fields.filter(({ field }) => field !== 'internal_note') }
    expect(await idsOf(plan({ filter, policy: hidden }))).toEqual([])
    const sometimes = {
      ...rights,
      fields: [...hidden.fields, { field: 'internal_note', when: condition('Ticket', 'status == "new"') }],
    }
    expect(await idsOf(plan({ filter, policy: sometimes }))).toEqual([])
  })

  test('does not lead to records of others that the actor may not see', async () => {
    const team = condition('Ticket', 'assignee.team.name == "Support"')
    const others = (person: boolean) =>
      new Map([
        ['Person', { ...allRights(helpdesk, 'Person'), rows: person }],
        ['Team', allRights(helpdesk, 'Team')],
      ])
    expect((await idsOf(plan({ filter: team, otherPolicies: others(true) }))).length).toBe(29)
    expect(await idsOf(plan({ filter: team, otherPolicies: others(false) }))).toEqual([])
    expect(await idsOf(plan({ filter: team }))).toEqual([])
  })
})

describe('a list', () => {
  const sorts = [
    [],
    [
      { field: 'priority', descending: true },
      { field: 'due_at', descending: false },
    ],
    [{ field: 'resolved_at', descending: false }],
    [
      { field: 'resolved_at', descending: true },
      { field: 'priority', descending: false },
    ],
    [
      { field: 'assignee', descending: false },
      { field: 'resolved_at', descending: true },
    ],
    [{ field: 'assignee.name', descending: true }],
  ]

  test.each(sorts)('read page by page is the list read at once (%j, %j)', async (...sort) => {
    const reading = plan({ sort, otherPolicies: new Map([['Person', allRights(helpdesk, 'Person')]]) })
    const whole = await idsOf(reading)
    expect(whole).toHaveLength(59)
    const paged: string[] = []
    let after: readonly unknown[] | null = []
    while (after !== null) {
      const page: Awaited<ReturnType<ReadPlan['list']>> = await reading.list(ada, {
        limit: 7,
        ...(after.length > 0 ? { after } : {}),
      })
      paged.push(...page.items.map((item) => (JSON.parse(item) as RecordValue).id))
      after = page.next
    }
    expect(paged).toEqual(whole)
  })

  test('sorts words by their place in the document, and what is empty last', async () => {
    const order = ['low', 'normal', 'high', 'urgent']
    const byPriority = await plan({ sort: [{ field: 'priority', descending: true }] }).list(ada, { limit: 100 })
    const places = byPriority.items.map((item) => order.indexOf((JSON.parse(item) as { priority: string }).priority))
    expect(places).toEqual(places.toSorted((a, b) => b - a))
    for (const descending of [true, false]) {
      const { items } = await plan({ sort: [{ field: 'resolved_at', descending }] }).list(ada, { limit: 100 })
      const values = items.map((item) => (JSON.parse(item) as { resolved_at: string | null }).resolved_at)
      expect(values.indexOf(null)).toBe((await rows()).filter((row) => row['resolved_at'] !== null).length)
    }
  })

  test('refuses a cursor of another list', async () => {
    const reading = plan({ sort: [{ field: 'resolved_at', descending: true }] })
    for (const after of [['x'], [2, null, 'x'], [0, {}, 'x'], [0, 'x', 'y', 'z']]) {
      await expect(reading.list(ada, { limit: 5, after })).rejects.toBeInstanceOf(CursorInvalid)
    }
  })
})

describe('search', () => {
  test('finds the beginnings of all words, newest first, page by page', async () => {
    const reading = plan({ search: true })
    const whole = await idsOf(reading, ada, 'PRINT happ')
    expect(whole).toHaveLength(59)
    expect(whole).toEqual(whole.toSorted().toReversed())
    const first = await reading.list(ada, { limit: 5, search: 'print happ' })
    const second = await reading.list(ada, { limit: 5, search: 'print happ', after: first.next ?? [] })
    expect([...first.items, ...second.items].map((item) => (JSON.parse(item) as RecordValue).id)).toEqual(
      whole.slice(0, 10),
    )
    expect(await reading.count(ada, 'printer 17')).toBe(1)
  })

  test('takes nothing in the text as syntax', async () => {
    for (const text of ['"', 'a" OR "b', 'NOT x', 'subject:printer', '*', '(', 'NEAR(a b)', '', '-', '\0', '{c1}: x']) {
      expect(await idsOf(plan({ search: true }), ada, text), text).toEqual([])
    }
  })

  test('reads only the fields that one may read, row by row', async () => {
    const rights = allRights(helpdesk, 'Ticket')
    const without = (when: ReadPolicy['fields'][number]['when'] | undefined) => ({
      ...rights,
      fields: [
        ...rights.fields.filter(({ field }) => field !== 'description'),
        ...(when === undefined ? [] : [{ field: 'description', when }]),
      ],
    })
    expect(await idsOf(plan({ search: true, policy: without(undefined) }), ada, 'printer')).toEqual([])
    const some = plan({ search: true, policy: without(condition('Ticket', 'requester == me')) })
    expect(await idsOf(some, ada, 'printer')).toHaveLength(20)
    expect(await idsOf(some, ada, 'subject 4')).toContain('t-000004')
  })

  test('keeps pace with changes and deletions', async () => {
    await opened.storage.write((transaction) => transaction.update('Ticket', 't-000001', { subject: 'Überlauf' }))
    expect(await idsOf(plan({ search: true }), ada, 'uberl')).toEqual(['t-000001'])
    await opened.storage.write((transaction) => transaction.update('Ticket', 't-000001', { subject: 'Subject 1' }))
    expect(await idsOf(plan({ search: true }), ada, 'uberl')).toEqual([])
    expect(
      await idsOf(plan({ search: true, sort: [{ field: 'due_at', descending: false }] }), ada, 'subject 1'),
    ).toContain('t-000010')
  })

  test('knows of each row what it is at the end of a batch, and nothing of what was refused', async () => {
    const { storage } = opened
    const outcomes = await Promise.allSettled([
      storage.write((transaction) => transaction.update('Ticket', 't-000002', { subject: 'Quagga' })),
      storage.write(async (transaction) => {
        await transaction.update('Ticket', 't-000004', { subject: 'Quagga' })
        throw new Error('refused')
      }),
      storage.write((transaction) => transaction.update('Ticket', 't-000002', { subject: 'Zebra' })),
      storage.write((transaction) => transaction.update('Ticket', 't-000005', { subject: 'Quagga' })),
      storage.write(async (transaction) => {
        await transaction.insert('Ticket', ticketRow(90, { requester: 'ada', subject: 'Zebra' }))
        await transaction.delete('Ticket', 't-000090', true)
      }),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ])
    expect(await idsOf(plan({ search: true }), ada, 'quagga')).toEqual(['t-000005'])
    expect(await idsOf(plan({ search: true }), ada, 'zebra')).toEqual(['t-000002'])
    await storage.write(async (transaction) => {
      for (const number of [2, 5])
        await transaction.update('Ticket', `t-00000${number}`, { subject: `Subject ${number}` })
    })
  })
})

test('a summary counts and measures what one may see', async () => {
  const own = { ...allRights(helpdesk, 'Ticket'), rows: condition('Ticket', 'requester == me') }
  const measures = [
    { kind: 'count' as const },
    { kind: 'sum' as const, field: 'hours_to_resolve' },
    { kind: 'max' as const, field: 'due_at' },
  ]
  const { storage } = opened
  const { groups: byStatus } = await storage.planSummary({ policy: own, by: [{ field: 'status' }], measures }).run(ada)
  expect(byStatus.map(({ keys: [key], measures: [count] }) => [key, count])).toEqual([
    ['new', 4],
    ['open', 4],
    ['waiting', 4],
    ['resolved', 4],
    ['closed', 4],
  ])
  expect(byStatus[3]?.measures[1]).toBe('-0.5')
  const { groups: months } = await storage
    .planSummary({ policy: own, by: [{ field: 'resolved_at', unit: 'month' }], measures: [{ kind: 'count' }] })
    .run(ada)
  expect(months).toEqual([
    { keys: ['2026-02-01'], measures: [5] },
    { keys: [null], measures: [15] },
  ])
  const { groups: none } = await storage.planSummary({ policy: { ...own, rows: false }, measures }).run(ada)
  expect(none).toEqual([{ keys: [], measures: [0, '0.0', null] }])
})

test('facts give the values of expressions over one record, inside a command as it stands there', async () => {
  const { storage } = opened
  const nodes = [
    'assignee.team.name == "Support"',
    'Ticket.exists(t, t.requester == requester and t.id != id)',
    'requester.reported_tickets.count() == 20',
  ].map((text) => condition('Ticket', text))
  const facts = storage.planFacts('Ticket', nodes)
  expect(await storage.database.facts(facts, 't-000003', ada)).toEqual([true, true, true])
  const inside = await storage.write(async (transaction) => {
    await transaction.update('Ticket', 't-000003', { assignee: null })
    return transaction.facts(facts, 't-000003', ada)
  })
  expect(inside).toEqual([false, true, true])
})

test('long conditions and long lists of values stay within the limits of the engine', async () => {
  const names = Array.from({ length: 120 }, (_, number) => `subject == "Subject ${number}"`).join(' or ')
  expect(await idsOf(plan({ filter: condition('Ticket', names) }))).toHaveLength(59)
  const masked = {
    ...allRights(helpdesk, 'Ticket'),
    fields: [{ field: 'subject', when: condition('Ticket', 'requester == me') }],
  }
  expect(await idsOf(plan({ filter: condition('Ticket', names), policy: masked, fields: [] }))).toHaveLength(20)
  const items = Array.from({ length: 90 }, (_, number) => `subject + "${number}"`).join(', ')
  expect(await idsOf(plan({ filter: condition('Ticket', `[${items}].exists(text, text == "Subject 44")`) }))).toEqual([
    't-000004',
  ])
})
