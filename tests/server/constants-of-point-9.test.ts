// Covers the names of point 9 that the system itself obeys, and what holds where the document says nothing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileDocument, documentOf } from '../helpers/compile-document.ts'
import type { Caller, TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'

const NOTES = {
  3: '### Note\n\n| field | type | value |\n|---|---|---|\n| text | text | |\n| price | money | |\n| sums | computed text | "{price * 2}, {price / 2}" |\n',
  5: '| rule | entity | must hold | otherwise |\n|---|---|---|---|\n| Cheap | Note | `price <= limits.most` | Not {price}: at most {limits.most}. |\n| Modest | Note | `text != "dear" or price < 9.50` | Twice this is {price * 2}. |\n',
  6: '| role | entity | may |\n|---|---|---|\n| everyone | Note | everything |\n',
}
const OBEYED = `| name | value |
|---|---|
| session | 2 hours |
| page size | 3 |
| currency | USD |
| first day of week | Sunday |
| time zone | Asia/Tokyo |
| most | 10.00 |
`
const HOUR = 3_600_000

describe('a document that says nothing', () => {
  test('has the usual settings', { tags: 'reference/point-9-business-constants-and-limits' }, () => {
    expect(
      compileDocument(documentOf(NOTES).replace('price <= limits.most', 'price <= 10').replace('{limits.most}', 'ten'))
        .settings,
    ).toMatchObject({
      timeZone: 'UTC',
      language: 'en',
      currency: 'EUR',
      firstDayOfWeek: 1,
      pageSize: 50,
      sessionMilliseconds: 14 * 24 * HOUR,
    })
  })
})

describe('a document that names them', () => {
  let app: TestApp
  let ann: Caller
  beforeAll(async () => {
    app = await startApp(documentOf({ ...NOTES, 9: OBEYED }))
    ann = await app.as('Administrator')
    for (const text of ['a', 'b', 'c', 'd']) await ann.post('/api/notes', { text }).expect(201)
  })
  afterAll(() => app.stop())

  test('has weeks that begin with its day', () => {
    expect(app.dependencies.current.running.model.settings.firstDayOfWeek).toBe(0)
  })

  test(
    'has lists as long as it says, unless the caller says otherwise',
    { tags: 'reference/point-9-business-constants-and-limits' },
    async () => {
      expect((await ann.get('/api/notes')).body.items).toHaveLength(3)
      expect((await ann.get('/api/notes?limit=4')).body.items).toHaveLength(4)
    },
  )

  test('prints money in its currency', { tags: 'reference/texts-with-holes' }, async () => {
    const { body } = await ann.post('/api/notes', { price: '12.50' })
    expect(body.detail).toMatch(/^Not \$12\.50: at most /)
  })

  test(
    'prints what is worked out of money as money, in texts and refusals alike',
    { tags: 'reference/texts-with-holes' },
    async () => {
      const { body } = await ann.post('/api/notes', { text: 'x', price: '9.00' })
      expect(body.sums).toBe('$18.00, $4.50')
      const refused = await ann.post('/api/notes', { text: 'dear', price: '9.50' })
      expect(refused.body.detail).toBe('Twice this is $19.00.')
    },
  )

  test(
    'ends sessions after the time that it says',
    { tags: 'reference/point-9-business-constants-and-limits' },
    async () => {
      await ann.get('/api/notes').expect(200)
      app.clock.now += 3 * HOUR
      expect((await ann.get('/api/notes')).status).toBe(401)
    },
  )
})
