// Every person of the sample reads over HTTP exactly what a naive reading of the document's grants allows: no more, no less.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readShipped } from '../helpers/compile-document.ts'
import { isTrueFor, readOracle } from './oracle.ts'
import type { DocumentOracle } from './oracle.ts'
import { helpdeskPaths, meet, readAll, readersOf, visibleTo, wholeWorld } from './oracle-reading.ts'
import type { Row } from '../policy/entities.ts'
import type { World } from '../policy/world.ts'
import { startDesk } from '../apps/people-app.ts'
import type { Desk } from '../apps/people-app.ts'
import { helpdeskSample, sampleOf } from '../apps/people-sample.ts'
import { sample, samplePassword, signIn } from '../apps/people.ts'
import type { Caller } from '../apps/people.ts'

describe('the helpdesk and its sample', () => {
  const oracle = readOracle(readShipped('helpdesk'))
  const people = [...readersOf(helpdeskSample()), 'nobody']
  let desk: Desk
  let world: World

  beforeAll(async () => {
    desk = await startDesk()
    world = await wholeWorld(oracle, await signIn(desk.url, sample.administrator), helpdeskPaths)
  })

  afterAll(() => desk.close())

  test('the oracle has all of it', () => {
    expect(Object.fromEntries(Object.entries(world.rows).map(([entity, rows]) => [entity, rows.length]))).toMatchObject(
      { Person: 31, Ticket: 400, Article: 12 },
    )
    const first = world.rows['Ticket']?.[0]
    expect(Object.keys(first ?? {}).sort()).toEqual([...(oracle.fields['Ticket'] ?? [])].sort())
  })

  test.each(people)('%s sees the rows and fields that the grants say, in lists and one by one', async (email) => {
    const { caller, me } = await meet(desk, world, email)
    for (const [entity, path] of Object.entries(helpdeskPaths)) {
      const expected = visibleTo(oracle, world, entity, me)
      await expectList(caller, path, expected)
      await expectEachAlone(caller, path, world.rows[entity] ?? [], expected)
    }
  })

  test.each(people)('%s gets from filters no more than from the list', async (email) => {
    const { caller, me } = await meet(desk, world, email)
    const tickets = visibleTo(oracle, world, 'Ticket', me)
    for (const filter of [
      'priority == "urgent"',
      'assignee == null',
      'status in ["open", "waiting"] and not (priority == "low")',
      'requester.name == "Hannah Brandt"',
    ]) {
      // Where nothing of the entity may be read, its fields do not exist either.
      if (tickets.size === 0) continue
      const expected = new Map(
        [...tickets].filter(([id]) => isTrueFor(filter, world, 'Ticket', rowOf(world, 'Ticket', id), me)),
      )
      await expectList(caller, 'tickets', expected, `filter=${encodeURIComponent(filter)}`)
    }
    const mayReadNotes = [...tickets.values()].some((ticket) => 'internal_note' in ticket)
    for (const parameter of ['filter=internal_note%20!=%20null', 'sort=internal_note', 'fields=internal_note']) {
      const hidden = await caller.get(`/api/tickets?${parameter}`)
      const unknown = await caller.get(`/api/tickets?${parameter.replace('internal_note', 'no_such_field')}`)
      if (mayReadNotes) expect([parameter, hidden.status]).toEqual([parameter, 200])
      else
        expect({ ...hidden.body, request: '' }).toEqual(
          JSON.parse(JSON.stringify({ ...unknown.body, request: '' }).replaceAll('no_such_field', 'internal_note')),
        )
    }
  })

  test.each(people)('%s finds in expanded relations what may be read of them, else the id', async (email) => {
    const { caller, me } = await meet(desk, world, email)
    for (const [entity, fields] of Object.entries({
      Ticket: ['requester', 'assignee', 'team', 'tags'],
      Comment: ['ticket', 'author'],
      Team: ['lead'],
    })) {
      const seen = new Map(Object.keys(helpdeskPaths).map((each) => [each, visibleTo(oracle, world, each, me)]))
      const expanded = new Map(
        [...(seen.get(entity) ?? [])].map(([id, row]) => [id, expandRow(oracle, entity, row, fields, seen)]),
      )
      if (expanded.size > 0)
        await expectList(caller, helpdeskPaths[entity] ?? '', expanded, `expand=${fields.join(',')}`)
    }
  })
})

describe('fields that are readable in some rows only', () => {
  const document = masked()
  const oracle = readOracle(document)
  const paths = { Person: 'people', Letter: 'letters' }
  let desk: Desk
  let world: World

  beforeAll(async () => {
    desk = await startDesk({ document, sample: sampleOf(letters()) })
    world = await wholeWorld(oracle, await signIn(desk.url, 'root@example.com'), paths)
  })

  afterAll(() => desk.close())

  test.each(['ann@example.com', 'bob@example.com', 'both@example.com', 'nobody'])(
    'are absent for %s where they are not granted',
    async (email) => {
      const { caller, me } = await meet(desk, world, email)
      for (const [entity, path] of Object.entries(paths)) {
        const expected = visibleTo(oracle, world, entity, me)
        await expectList(caller, path, expected)
        await expectEachAlone(caller, path, world.rows[entity] ?? [], expected)
      }
    },
  )

  test.each(['ann@example.com', 'bob@example.com', 'both@example.com'])(
    'are empty for %s in filters and sorts where they are not granted',
    async (email) => {
      const { caller, me } = await meet(desk, world, email)
      const seen = visibleTo(oracle, world, 'Letter', me)
      const empty = Object.fromEntries((oracle.fields['Letter'] ?? []).map((field) => [field, null]))
      for (const filter of [
        'secret == "red"',
        'secret == null',
        'not (secret == "red")',
        'secret != "blue" and title != "b"',
      ]) {
        const expected = new Map(
          [...seen].filter(([, row]) => isTrueFor(filter, world, 'Letter', { ...empty, ...row }, me)),
        )
        await expectList(caller, 'letters', expected, `filter=${encodeURIComponent(filter)}`)
      }
      const sorted = await caller.get('/api/letters?sort=secret,title')
      const keys = sorted.body.items.map(
        (item: Row) =>
          `${item['secret'] === undefined || item['secret'] === null ? '' : String(item['secret'])} ${String(item['title'])}`,
      )
      expect(keys).toEqual(keys.toSorted((a: string, b: string) => order(a, b)))
    },
  )
})

/** Empty values stand together, at one end; which end is the product's choice. */
function order(a: string, b: string): number {
  const [emptyA, emptyB] = [a.startsWith(' '), b.startsWith(' ')]
  return emptyA === emptyB ? (a < b ? -1 : a > b ? 1 : 0) : emptyA ? emptiesFirst : -emptiesFirst
}
const emptiesFirst = 1

function expandRow(
  oracle: DocumentOracle,
  entity: string,
  row: Row,
  fields: readonly string[],
  seen: ReadonlyMap<string, ReadonlyMap<string, Row>>,
): Row {
  const expanded: { [field: string]: unknown; id: string } = { ...row }
  for (const field of fields) {
    const there = seen.get(oracle.relations[`${entity}.${field}`] ?? '')
    const put = (id: unknown): unknown => there?.get(String(id)) ?? id
    if (field in row) expanded[field] = Array.isArray(row[field]) ? row[field].map(put) : put(row[field])
  }
  return expanded
}

async function expectList(
  caller: Caller,
  path: string,
  expected: ReadonlyMap<string, Row>,
  parameters = '',
): Promise<void> {
  const { items, count, status } = await readAll(caller, path, parameters)
  if (expected.size === 0 && status !== 200) {
    // Nothing at all is granted: refused, and nothing disclosed.
    expect([401, 403, 404]).toContain(status)
    return
  }
  const got = new Map(items.map((item) => [item.id, item]))
  expect(
    [...got.keys()].filter((id) => !expected.has(id)),
    `${path}?${parameters}: too much`,
  ).toEqual([])
  expect(
    [...expected.keys()].filter((id) => !got.has(id)),
    `${path}?${parameters}: too little`,
  ).toEqual([])
  for (const [id, row] of expected) expect(got.get(id)).toEqual(row)
  expect(count).toBe(expected.size)
  expect(items).toHaveLength(expected.size)
}

/**
 * Requests some of the rows that may be read, each by its own address, and some that may not, and expects that the
 * latter do not exist.
 */
async function expectEachAlone(
  caller: Caller,
  path: string,
  rows: readonly Row[],
  expected: ReadonlyMap<string, Row>,
): Promise<void> {
  const spread = (list: readonly Row[]): readonly Row[] =>
    list.filter((_, index) => index % Math.ceil(list.length / 8) === 0)
  for (const row of [
    ...spread(rows.filter(({ id }) => expected.has(id))),
    ...spread(rows.filter(({ id }) => !expected.has(id))),
  ]) {
    const { status, body } = await caller.get(`/api/${path}/${row.id}`)
    const wanted = expected.get(row.id)
    if (wanted !== undefined) expect({ status, body }).toEqual({ status: 200, body: wanted })
    else expect([404, ...(caller.id === undefined ? [401] : [])], JSON.stringify(body)).toContain(status)
  }
}

function rowOf(world: World, entity: string, id: string): Row {
  return world.rows[entity]?.find((row) => row.id === id) as Row
}

/** Readers see the secret of letters to themselves; clerks that of open ones; one person is both. */
function masked(): string {
  const points = [
    'Letters.',
    'not shown.',
    '### Letter\n\n| field | type | required |\n|---|---|---|\n| title | text | yes |\n| secret | text | no |\n| open | yes/no | no |\n| to | Person | no |',
    'none',
    'none',
    '| role | is | includes |\n|---|---|---|\n| Reader | reads | |\n| Clerk | files | |\n\n| role | entity | may | where | fields |\n|---|---|---|---|---|\n' +
      '| Reader | Letter | read | | title |\n| Reader | Letter | read | `to == me` | secret, to |\n| Clerk | Letter | read | `open` | all except to |\n| Clerk | Letter | read | `not open` | open |\n| everyone | Person | read | `this == me` | name, email |',
    'none',
    'none',
    'none',
  ]
  return `# Specification: Letters\n\n${points.map((text, index) => `## ${index + 1}. Point\n\n${text}\n`).join('\n')}`
}

function letters(): string {
  const people = [
    { at: '-P9D', name: 'Root', email: 'root@example.com', administrator: true },
    { at: '-P9D', name: 'Ann', email: 'ann@example.com', roles: ['Reader'] },
    { at: '-P9D', name: 'Bob', email: 'bob@example.com', roles: ['Clerk'] },
    { at: '-P9D', name: 'Both', email: 'both@example.com', roles: ['Reader', 'Clerk'] },
  ]
  const actions = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'].map((title, index) => ({
    at: '-P1D',
    as: null,
    create: 'Letter',
    with: {
      title,
      secret: [null, 'red', 'blue', 'red', 'green'][index % 5] ?? null,
      open: [true, false, null][index % 3] ?? null,
      to: index % 4 === 3 ? null : { ref: people[1 + (index % 3)]?.email },
    },
  }))
  return JSON.stringify({ password: samplePassword, people, actions })
}
