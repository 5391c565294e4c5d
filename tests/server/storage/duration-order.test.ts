// A list by a duration is read as it lies in its index, by length: a day is 24 hours, and what has none is last.
import { expect, test } from 'vitest'
import type { RecordValue } from '#shared/expressions/value.ts'
import { NOW, openTemporary, shapeOf } from './helpdesk.ts'
import { entity, field, model, text } from './models.ts'

const LENGTHS = ['P2D', 'PT1H', 'PT47H', 'P1000000D', null, 'PT0S', '-PT5H', 'PT49H', '-P3D', 'PT9M', 'P1D']
const UPWARDS = ['-P3D', '-PT5H', 'PT0S', 'PT9M', 'PT1H', 'P1D', 'PT47H', 'P2D', 'PT49H', 'P1000000D', null]

const task = entity('Task', [field('title', text), field('takes', { kind: 'duration' })], {
  order: [{ field: 'takes', descending: false }],
})
const tasks = model(task)

test.each([
  [false, UPWARDS],
  [true, [...UPWARDS.slice(0, -1).toReversed(), null]],
])('a list by a duration, descending: %s, is read in order, page by page', async (descending, expected) => {
  const { storage, close } = await openTemporary(tasks)
  try {
    await storage.write(async (transaction) => {
      for (const [at, takes] of LENGTHS.entries())
        await transaction.insert('Task', {
          id: `t-${at}`,
          title: `${at}`,
          takes,
          _version: 1,
          created_at: NOW,
          updated_at: NOW,
        })
    })
    const plan = storage.plan(shapeOf(tasks, 'Task', { fields: ['takes'], sort: [{ field: 'takes', descending }] }))
    const bindings = { me: null, now: NOW }
    expect(await plan.explain(bindings)).toMatchObject({ way: 'in order', indexes: ['takes'] })
    const found: unknown[] = []
    let after: readonly unknown[] | null = null
    do {
      const page = await plan.list(bindings, { limit: 3, ...(after === null ? {} : { after }) })
      found.push(...page.items.map((item) => (JSON.parse(item) as RecordValue)['takes']))
      after = page.next
    } while (after !== null)
    expect(found).toEqual(expected)
  } finally {
    await close()
  }
})
