// Measures of a summary: exact sums of any size, and a sentence where a measure makes no sense for its field.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import { startApp } from '../../../apps/start-app.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'

const KINDS = {
  title: 'text',
  pages: 'integer',
  weight: 'number',
  price: 'money',
  ratio: 'decimal(3)',
  spent: 'duration',
  due: 'date',
  at: 'time',
  seen: 'date and time',
  paid: 'yes/no',
  stage: 'one of new, done',
  marks: 'several of red, blue',
  names: 'list of text',
  place: 'location',
  data: 'json',
  other: 'Item (as others)',
}

const DOCUMENT = documentOf({
  3: `### Item\n\n| field | type | value |\n|---|---|---|\n${Object.entries(KINDS)
    .map(([field, kind]) => `| ${field} | ${kind} | |`)
    .join('\n')}\n| reminder | computed text | \`"Due on {due}"\` |`,
  6: '| role | is |\n|---|---|\n| Clerk | writes |\n\n| role | entity | may |\n|---|---|---|\n| Clerk | Item | everything |',
})

let app: TestApp
let clerk: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  clerk = await app.as('Clerk')
})
afterAll(() => app.stop())

async function measured(measure: string, filter = 'title != "large"') {
  const { status, body } = await clerk.get(`/api/items/summary?${new URLSearchParams({ measure, filter })}`)
  return { status, body, value: body.groups?.[0]?.measures[measure] }
}

const LARGEST = Number.MAX_SAFE_INTEGER
const LARGEST_PRICE = '90071992547409.91'

describe('a sum', () => {
  beforeAll(async () => {
    const { storage, newId } = app.dependencies
    const at = new Date(app.clock.now).toISOString()
    const standard = { _version: 1, created_at: at, created_by: clerk.id, updated_at: at, updated_by: clerk.id }
    // Beyond 2 ** 63 as whole numbers, and beyond what a double holds.
    await storage.write(async (transaction) => {
      for (let number = 0; number < 1_100; number += 1) {
        const values = { title: 'large', pages: LARGEST, price: LARGEST_PRICE, weight: 1e308, spent: 'PT2501999792H' }
        await transaction.insert('Item', { ...values, id: newId(at), ...standard })
      }
    })
    for (const [pages, price, spent] of [
      [LARGEST - 5, '0.10', 'PT1H'],
      [-7, '-0.30', 'PT30M'],
    ])
      await clerk.post('/api/items', { title: 'small', pages, price, spent, weight: 0.5 }).expect(201)
  })

  test('is exact, also of negative values and of none', async () => {
    expect((await measured('sum(pages)')).value).toBe(LARGEST - 12)
    expect((await measured('sum(price)')).value).toBe('-0.20')
    expect((await measured('sum(spent)')).value).toBe('PT1H30M')
    expect((await measured('sum(weight)')).value).toBe(1)
    expect((await measured('sum(price)', 'title == "none"')).value).toBe('0.00')
  })

  test('of amounts is exact beyond 2 ** 63', async () => {
    const hundredths = BigInt(LARGEST_PRICE.replace('.', '')) * 1_100n
    expect((await measured('sum(price)', 'title == "large"')).value).toBe(
      `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`,
    )
    expect((await measured('avg(price)', 'title == "large"')).value).toBe(LARGEST_PRICE)
  })

  test('of whole numbers is exact in their average, too', async () => {
    const ids: string[] = []
    for (const pages of [LARGEST, LARGEST, 7, 0, 0, 0])
      ids.push((await clerk.post('/api/items', { title: 'six', pages }).expect(201)).body.id)
    expect((await measured('avg(pages)', 'title == "six"')).value).toBe(3_002_399_751_580_331.5)
    for (const id of ids) await clerk.delete(`/api/items/${id}`).expect(204)
  })

  test('of numbers whose squares are too large has an average', async () => {
    const ids: string[] = []
    for (const weight of [-1e308, null, 0, 0, 0])
      ids.push((await clerk.post('/api/items', { title: 'four', weight }).expect(201)).body.id)
    expect((await measured('avg(weight)', 'title == "four"')).value).toBe(-2.5e307)
    expect((await measured('avg(weight)', 'title == "none"')).value).toBe(null)
    for (const id of ids) await clerk.delete(`/api/items/${id}`).expect(204)
  })

  test.each(['sum(pages)', 'sum(weight)', 'avg(weight)', 'sum(spent)'])(
    'that no number of JSON holds is refused with its field: %s',
    async (measure) => {
      const { status, body } = await measured(measure, 'title == "large"')
      const field = measure.slice(4, -1)
      expect([status, body.code]).toEqual([422, 'measure_too_large'])
      expect(body.errors).toMatchObject([{ field, code: 'measure_too_large' }])
    },
  )
})

describe('a measure', () => {
  const NUMBERS = ['pages', 'weight', 'price', 'ratio', 'spent']
  const ORDERED = [...NUMBERS, 'title', 'due', 'at', 'seen']

  test.each(['sum', 'avg', 'min', 'max'])('%s is refused for fields that it makes no sense for', async (kind) => {
    const measurable = new Set(kind === 'sum' || kind === 'avg' ? NUMBERS : ORDERED)
    for (const field of Object.keys(KINDS)) {
      const { status, body } = await measured(`${kind}(${field})`)
      expect([field, status]).toEqual([field, measurable.has(field) ? 200 : 422])
      if (status === 422) expect(body.errors).toMatchObject([{ field, code: 'not_measurable' }])
      if (status === 422) expect(body.detail).toContain(`${kind}(${field})`)
    }
  })

  test.each(['median(pages)', 'sum(pages', 'sum pages', 'sum()', 'count(pages)', ',', 'sum(pages)avg(pages)'])(
    'that is none is refused with those that there are: "%s"',
    async (measure) => {
      const { status, body } = await measured(measure)
      expect([status, body.code]).toEqual([400, 'bad_request'])
      for (const known of ['count', 'sum(field)', 'avg(field)', 'min(field)', 'max(field)'])
        expect(body.detail).toContain(known)
    },
  )

  test('of a text in the application’s language is refused, and so is a group by it', async () => {
    for (const query of ['measure=min(reminder)', 'measure=count,max(reminder)', 'measure=count&by=reminder']) {
      const { status, body } = await clerk.get(`/api/items/summary?${query}`)
      expect([status, body.code]).toEqual([400, 'bad_request'])
      expect(body.detail).toMatch(/^reminder is a text in the application’s language/)
    }
  })

  test('is given for groups of every kind of field, and for periods of dates only', async () => {
    for (const field of Object.keys(KINDS)) {
      const by = await clerk.get(`/api/items/summary?by=${field}&measure=count`)
      expect([field, by.status < 500]).toEqual([field, true])
      const period = await clerk.get(`/api/items/summary?by=month(${field})&measure=count`)
      expect([field, period.status]).toEqual([field, field === 'due' || field === 'seen' ? 200 : 422])
    }
  })
})
