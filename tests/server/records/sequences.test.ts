// Sequences that begin anew each year or month, and how their numbers are found.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSequence } from '#shared/fields/sequence.ts'
import { publishText } from '../../../server/document/publish-file.ts'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Expense

| field | type | limits |
|---|---|---|
| number | sequence "EXP-{YYYY}-{0000}" | searchable |
| slip | sequence "{mm}/{yyyy}/{00}" per box | |
| ticket | sequence "HD-{00000}" | searchable |
| box | text | |

### Card

| field | type |
|---|---|
| box | text |
| shelf | date |
| place | sequence "{00}" per box, shelf |
`,
  6: '| role | is |\n|---|---|\n| Clerk | books |\n\n| role | entity | may |\n|---|---|---|\n| Clerk | Expense, Card | everything |\n',
  9: '| name | value |\n|---|---|\n| time zone | Europe/Berlin |\n',
})

let app: TestApp
let clerk: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
})
afterAll(() => app.stop())

test(
  'the numbers of a year, or of a month, begin anew in the application’s time zone',
  { tags: 'reference/types' },
  async () => {
    const create = async (at: string, box: string) => {
      app.clock.now = Date.parse(at)
      // Sessions end with time.
      clerk = await app.as('Clerk', at)
      const { body } = await clerk.post('/api/expenses', { box })
      return [body.number, body.slip, body.ticket]
    }
    expect([
      await create('2026-11-30T12:00:00Z', 'a'),
      await create('2026-12-01T12:00:00Z', 'a'),
      await create('2026-12-01T13:00:00Z', 'b'),
      // In Berlin it is January.
      await create('2026-12-31T23:30:00Z', 'a'),
      await create('2027-01-02T12:00:00Z', 'a'),
    ]).toEqual([
      ['EXP-2026-0001', '11/2026/01', 'HD-00001'],
      ['EXP-2026-0002', '12/2026/01', 'HD-00002'],
      ['EXP-2026-0003', '12/2026/01', 'HD-00003'],
      ['EXP-2027-0001', '01/2027/01', 'HD-00004'],
      ['EXP-2027-0002', '01/2027/02', 'HD-00005'],
    ])
  },
)

test(
  'a number is found as it is, without its noughts, and without its prefix',
  { tags: 'reference/types' },
  async () => {
    const found = async (search: string) => {
      const { body } = await clerk.get(`/api/expenses?search=${search}&sort=ticket`)
      return body.items.map(({ ticket }: { ticket: string }) => ticket)
    }
    expect(await found('HD-00004')).toEqual(['HD-00004'])
    expect(await found('HD-4')).toEqual(['HD-00004'])
    expect(await found('00004')).toEqual(['HD-00004'])
    expect(await found('4')).toEqual(['HD-00004'])
    expect(await found('EXP-2027-2')).toEqual(['HD-00005'])
    expect(await found('HD-40')).toEqual([])
  },
)

test('blanks around a pattern are left out, and those within it stay', { tags: 'reference/types' }, async () => {
  const blanks = await startApp(DOCUMENT.replace('"HD-{00000}"', '" HD {00000} "'))
  const { body } = await (await blanks.as('Clerk')).post('/api/expenses', {})
  expect(body.ticket).toBe('HD 00001')
  await blanks.stop()
})

test('a number is read by its pattern, with its period', () => {
  expect(readSequence('{MM}/{YYYY}/{00}', '12/2026/07')).toEqual({ count: 7, period: '2026-12' })
  expect(readSequence('L{YY}-{0000}', 'L26-0007')).toEqual({ count: 7, period: '2026' })
  expect(readSequence('{MM}.{YY}/{00}', '12.26/07')).toEqual({ count: 7, period: '2026-12' })
  expect(readSequence('EXP-{YYYY}-{0000}', 'EXP-2026-12345')).toEqual({ count: 12_345, period: '2026' })
  expect(readSequence('A.{00}', 'AX01')).toBeUndefined()
  expect(readSequence('A.{00}', 'A.001')).toBeUndefined()
})

test('a number counts within two fields, and goes on when it counts within them from now on', async () => {
  const put = async (caller: Caller, values: object) => (await caller.post('/api/cards', values)).body.place
  const [monday, tuesday] = ['2026-11-23', '2026-11-24']
  clerk = await app.as('Clerk', 'of places')
  expect(await put(clerk, { box: 'x', shelf: monday })).toBe('01')
  expect(await put(clerk, { box: 'x', shelf: monday })).toBe('02')
  expect(await put(clerk, { box: 'x', shelf: tuesday })).toBe('01')
  expect(await put(clerk, { box: 'y', shelf: monday })).toBe('01')
  expect(await put(clerk, { box: 'x' })).toBe('01')
  expect(await put(clerk, { box: 'x', shelf: tuesday })).toBe('02')
  const fresh = await startApp(DOCUMENT.replace('| place | sequence "{00}" per box, shelf |\n', ''))
  const other = await fresh.as('Clerk')
  for (const shelf of [monday, tuesday, monday]) await other.post('/api/cards', { box: 'x', shelf })
  await publishText({ file: 'cards.md', text: DOCUMENT }, fresh.dependencies, () => undefined)
  const numbered = (await other.get('/api/cards?sort=created_at,id&fields=place')).body.items
  expect(numbered.map(({ place }: { readonly place: string }) => place).toSorted()).toEqual(['01', '01', '02'])
  expect(await put(other, { box: 'x', shelf: monday })).toBe('03')
  await fresh.stop()
})
