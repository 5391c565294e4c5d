// What lists do not give away, nothing else does: histories, groups, searches and what `may` tells, for every person of the sample.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readShipped } from '../helpers/compile-document.ts'
import { readOracle } from './oracle.ts'
import type { Row } from '../policy/entities.ts'
import type { World } from '../policy/world.ts'
import { helpdeskPaths, meet, readAll, readersOf, visibleTo, wholeWorld } from './oracle-reading.ts'
import { startDesk } from '../apps/people-app.ts'
import type { Desk } from '../apps/people-app.ts'
import { helpdeskSample } from '../apps/people-sample.ts'
import { sample, signIn } from '../apps/people.ts'
import type { Caller } from '../apps/people.ts'

const oracle = readOracle(readShipped('helpdesk'))
const people = [...readersOf(helpdeskSample()), 'nobody']
const words = ['invoice', 'calendar', 'phone', 'zzz']
let desk: Desk
let world: World
let administrator: Caller

beforeAll(async () => {
  desk = await startDesk()
  administrator = await signIn(desk.url, sample.administrator)
  world = await wholeWorld(oracle, administrator, helpdeskPaths)
})

afterAll(() => desk.close())

describe('beside lists', () => {
  test.each(people)('%s reads the histories that are granted, and in them only fields that are', async (email) => {
    const { caller, me } = await meet(desk, world, email)
    for (const [entity, path] of Object.entries(helpdeskPaths)) {
      for (const row of spread(world.rows[entity] ?? [], 7)) {
        const seen = oracle.read(world, entity, row, me)
        const { status, body } = await caller.get(`/api/${path}/${row.id}/history`)
        if (seen === undefined) expect([404, ...(me === null ? [401] : [])]).toContain(status)
        else if (!oracle.may('see history', world, entity, row, me)) expect([401, 403]).toContain(status)
        else {
          expect(status).toBe(200)
          const items = body.items as { changes: object; by?: unknown }[]
          expect(items.length).toBeGreaterThan(0)
          expect(items.flatMap((item) => Object.keys(item.changes)).filter((field) => !(field in seen))).toEqual([])
          expect(items.every((item) => 'by' in item === 'updated_by' in seen)).toBe(true)
        }
      }
    }
  })

  test.each(people)('%s counts in groups what is in the list', async (email) => {
    const { caller, me } = await meet(desk, world, email)
    for (const [entity, field] of Object.entries({ Ticket: 'status', Comment: 'internal', Article: 'topic' })) {
      const seen = [...visibleTo(oracle, world, entity, me).values()]
      const { status, body } = await caller.get(`/api/${helpdeskPaths[entity]}/summary?by=${field}&measure=count`)
      if (seen.length === 0 && status !== 200) continue
      const counted = new Map<unknown, number>()
      for (const row of seen) counted.set(row[field] ?? null, (counted.get(row[field] ?? null) ?? 0) + 1)
      const groups = body.groups as { key: unknown; measures: { count: number } }[]
      expect(new Map(groups.map(({ key, measures }) => [key, measures.count]))).toEqual(counted)
    }
  })

  test.each(people)('%s finds by words what all words find, as far as it may be read', async (email) => {
    const { caller, me } = await meet(desk, world, email)
    for (const entity of ['Ticket', 'Comment', 'Article']) {
      const seen = visibleTo(oracle, world, entity, me)
      if (seen.size === 0) continue
      for (const word of words) {
        const all = await searchAll(entity, word)
        const found = await readAll(caller, helpdeskPaths[entity] ?? '', `search=${word}`)
        const wanted = all.items.map(({ id }) => id).filter((id) => seen.has(id))
        expect([word, found.items.map(({ id }) => id).toSorted()]).toEqual([word, wanted.toSorted()])
        expect(found.count).toBe(wanted.length)
      }
    }
  })

  test.each(people)('%s learns by `may` of nothing that is not there', async (email) => {
    const { caller, me } = await meet(desk, world, email)
    const seen = visibleTo(oracle, world, 'Ticket', me)
    const { items, status } = await readAll(caller, 'tickets', 'may=yes')
    if (status !== 200) return
    expect(items).toHaveLength(seen.size)
    for (const item of items) {
      const { _may: may, ...row } = item as Row & { readonly _may: { readonly update?: readonly string[] } }
      expect(row).toEqual(seen.get(item.id))
      const fields = JSON.stringify(may)
      if (!('internal_note' in row)) expect(fields).not.toContain('internal_note')
    }
  })
})

test('these searches find something, but for the last', async () => {
  const found = await Promise.all(words.map((word) => readAll(administrator, 'tickets', `search=${word}`)))
  expect(found.map(({ items }) => items.length > 0)).toEqual([true, true, true, false])
})

/** Returns what the administrator finds for a word. Each search is sent only once. */
function searchAll(entity: string, word: string): ReturnType<typeof readAll> {
  const key = `${entity} ${word}`
  const found = known.get(key) ?? readAll(administrator, helpdeskPaths[entity] ?? '', `search=${word}`)
  known.set(key, found)
  return found
}
const known = new Map<string, ReturnType<typeof readAll>>()

function spread(rows: readonly Row[], count: number): readonly Row[] {
  return rows.filter((_, index) => index % Math.ceil(rows.length / count) === 0)
}
