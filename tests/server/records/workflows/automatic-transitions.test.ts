// Automatic transitions: durable, exactly once, never early, and always by what the record and the document say now.
import { afterEach, describe, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'
import { publishDocument } from '../../../../server/document/publish-document.ts'

const fromFile = (text: string) => ({ text, file: 'test.md', isFromFile: true, by: null })

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `rows`: of the table of transitions. */
const document = (rows: string, limits = '', more = '') => `# Specification: Loans

## 1. What the product does and for whom

Lends things.

## 2. Screens and routes

not shown

## 3. Entities and their fields

### Shelf

| field | type |
|---|---|
| name | text |
| due | date and time |

### Loan

| field | type |
|---|---|
| name | text |
| due | date and time |
| on | date |
| shelf | Shelf |
| count | integer |
${more}
## 4. States and transitions

### Loan.status

- starts: out
- ends: gone

| state |
|---|
| out |
| back |
| gone |

| transition | from | to | who | when | then | after |
|---|---|---|---|---|---|---|
| bring | out | back | everyone | | | |
| lend | back | out | everyone | | | |
${rows}

## 5. Validation rules

| rule | entity | must hold | otherwise |
|---|---|---|---|
| Not the bible | Loan | \`status != "gone" or name != "bible"\` | The bible stays. |

## 6. Roles and permissions

| role | is |
|---|---|
| Keeper | keeps |

| role | entity | may |
|---|---|---|
| Keeper | Loan, Shelf | everything |

## 7. The calls it makes

none

## 8. The error catalogue

none

## 9. Business constants and limits

| name | value | from |
|---|---|---|
| time zone | Europe/Berlin | |
| session | 1000 days | |
${limits}
`

let app: TestApp
let keeper: Caller
async function start(...parts: Parameters<typeof document>): Promise<void> {
  app = await startApp(document(...parts))
  keeper = await app.as('Keeper')
}
afterEach(() => app.stop())

const loan = async (fields: object = {}): Promise<string> => {
  const { body } = await keeper.post('/api/loans', { name: 'atlas', ...fields }).expect(201)
  return `/api/loans/${body.id}`
}
const read = async (path: string) => (await keeper.get(path).expect(200)).body
const statusOf = async (path: string) => (await read(path)).status
const at = (later: number) => new Date(app.clock.now + later).toISOString()
const pass = async (milliseconds: number) => {
  app.clock.now += milliseconds
  await app.runner.runDue()
}
const history = async (path: string) => (await keeper.get(`${path}/history`).expect(200)).body.items
const jobs = (kind: 'timer' | 'timer scan' = 'timer') => app.dependencies.storage.database.newestJobs(kind, 100)

describe('a duration in the state', () => {
  test(
    'fires once when it has passed, not a millisecond before, as nobody',
    { tags: 'reference/what-happens-by-itself' },
    async () => {
      await start('| lose | out | gone | nobody | | `count = count + 1` | 7 days |')
      const path = await loan({ count: 0 })
      await pass(7 * DAY - 1)
      expect(await statusOf(path)).toBe('out')
      await Promise.all([pass(1), app.runner.runDue()])
      await pass(30 * DAY)
      expect(await read(path)).toMatchObject({ status: 'gone', count: 1, _version: 2, updated_by: null })
      expect((await history(path))[0]).toMatchObject({ event: 'transition', transition: 'lose', by: null })
      expect(await jobs()).toEqual([])
    },
  )

  test('begins anew whenever the state is entered, and ends when it is left', async () => {
    await start('| lose | out | gone | nobody | | | 7 days |')
    const path = await loan()
    await pass(6 * DAY)
    await keeper.post(`${path}/bring`).expect(200)
    expect(await jobs()).toEqual([])
    await pass(6 * DAY)
    await keeper.post(`${path}/lend`).expect(200)
    await pass(7 * DAY - 1)
    expect(await statusOf(path)).toBe('out')
    await pass(1)
    expect(await statusOf(path)).toBe('gone')
  })

  test(
    'of a person and the timer at once the first one wins, and the timer then does nothing',
    { tags: 'T04' },
    async () => {
      await start('| lose | out | gone | nobody | | | 7 days |')
      const path = await loan()
      app.clock.now += 7 * DAY
      const [brought] = await Promise.all([keeper.post(`${path}/bring`), app.runner.runDue()])
      const isBack = brought.status === 200
      expect(await statusOf(path)).toBe(isBack ? 'back' : 'gone')
      expect((await history(path)).filter(({ event }: { event: string }) => event === 'transition')).toHaveLength(1)
    },
  )

  test(
    'outlives restarts, and what fell due meanwhile fires in the order in which it was due',
    { tags: ['T02', 'reference/what-happens-by-itself'] },
    async () => {
      await start('| lose | out | gone | nobody | | | `count == 1 ? days(2) : days(1)` |')
      const slow = await loan({ count: 1 })
      const fast = await loan({ count: 2 })
      app = await app.restart()
      keeper = app.with(keeper, keeper.token)
      app.clock.now += 30 * DAY
      await app.runner.runDue()
      keeper = await app.as('Keeper', 'Other')
      const moments = await Promise.all([fast, slow].map(async (path) => (await history(path))[0].id))
      expect(String(moments[0]) < String(moments[1])).toBe(true)
      expect([await statusOf(slow), await statusOf(fast)]).toEqual(['gone', 'gone'])
    },
  )

  test(
    'fires no second time when the clock is set back, and fires when it is forward again',
    { tags: 'T03' },
    async () => {
      await start('| lose | out | stay | nobody | | `count = count + 1` | 1 day |')
      const path = await loan({ count: 0 })
      await pass(DAY)
      await pass(-DAY)
      await pass(DAY)
      await pass(DAY)
      expect((await read(path)).count).toBe(1)
      await pass(-5 * DAY)
      const late = await loan({ count: 0 })
      await pass(DAY)
      expect((await read(late)).count).toBe(1)
    },
  )

  test('of many due at once each effect happens once', { tags: 'T01' }, async () => {
    await start('| lose | out | gone | nobody | | `count = count + 1` | 1 day |')
    const paths = await Promise.all(Array.from({ length: 60 }, () => loan({ count: 0 })))
    app.clock.now += DAY
    await Promise.all([app.runner.runDue(), app.runner.runDue()])
    const { body } = await keeper.get('/api/loans?fields=count,status,_version&limit=100')
    expect(body.items).toHaveLength(paths.length)
    for (const item of body.items) expect(item).toMatchObject({ count: 1, status: 'gone', _version: 2 })
  })
})

describe('a moment', () => {
  test(
    'moves with the field, fires at once where it has passed, and once for each moment where the state stays',
    { tags: 'reference/what-happens-by-itself' },
    async () => {
      await start('| remind | out | stay | nobody | | `count = count + 1` | at due |')
      const path = await loan({ count: 0, due: at(DAY) })
      await pass(HOUR)
      await keeper.patch(path, { due: at(3 * DAY) }).expect(200)
      await pass(2 * DAY)
      expect((await read(path)).count).toBe(0)
      await pass(DAY)
      await keeper.patch(path, { name: 'globe' }).expect(200)
      await pass(DAY)
      expect((await read(path)).count).toBe(1)
      await keeper.patch(path, { due: at(-HOUR) }).expect(200)
      await app.runner.runDue()
      expect((await read(path)).count).toBe(2)
    },
  )

  test(
    'a date begins at midnight of the time zone, on both sides of a change of the clocks',
    { tags: 'reference/what-happens-by-itself' },
    async () => {
      await start('| lose | out | gone | nobody | | | at on |')
      app.clock.now = Date.parse('2027-03-27T12:00:00Z')
      const [winter, summer] = [await loan({ on: '2027-03-28' }), await loan({ on: '2027-03-29' })]
      const moments = (await jobs()).map(({ dueAt }) => dueAt)
      expect(new Set(moments)).toEqual(new Set(['2027-03-27T23:00:00.000Z', '2027-03-28T22:00:00.000Z']))
      await pass(11 * HOUR)
      expect([await statusOf(winter), await statusOf(summer)]).toEqual(['gone', 'out'])
    },
  )

  test(
    'where its condition is not met at that moment it is skipped',
    { tags: 'reference/what-happens-by-itself' },
    async () => {
      await start('| lose | out | gone | nobody | `count > 0` | | at due |')
      const path = await loan({ count: 0, due: at(DAY) })
      await pass(DAY)
      await keeper.patch(path, { count: 1 }).expect(200)
      await pass(DAY)
      expect(await statusOf(path)).toBe('out')
    },
  )

  test(
    'that a rule refuses is kept with its sentence, and tried again when the record changes',
    { tags: 'reference/what-happens-by-itself' },
    async () => {
      await start('| lose | out | gone | nobody | | | at due |')
      const path = await loan({ name: 'bible', due: at(DAY) })
      await pass(DAY)
      expect(await statusOf(path)).toBe('out')
      expect(await jobs()).toMatchObject([{ isDead: true, dueAt: null, problem: 'The bible stays.' }])
      await pass(DAY)
      await keeper.patch(path, { name: 'atlas' }).expect(200)
      await app.runner.runDue()
      expect(await statusOf(path)).toBe('gone')
    },
  )

  test('that fails for want of values is kept with a sentence for each', async () => {
    await start(
      '| lose | out | gone | nobody | | | after 1 day |\n\n| field | out | gone |\n|---|---|---|\n| count | | required |\n| due | | required |',
    )
    await loan({})
    await pass(DAY)
    expect(await jobs()).toMatchObject([{ isDead: true, problem: 'Due is required. Count is required.' }])
  })

  test('follows another record that it reads, and a constant that gets another value', async () => {
    const limits = '| grace | 2 days | |\n| grace | 10 days | 2026-11-25 |'
    await start(
      '| lose | out | gone | nobody | | | at shelf.due |\n| drop | back | gone | nobody | | | limits.grace |',
      limits,
    )
    const { body: shelf } = await keeper.post('/api/shelves', { name: 'top', due: at(DAY) }).expect(201)
    const path = await loan({ shelf: shelf.id })
    await keeper.patch(`/api/shelves/${shelf.id}`, { due: at(3 * DAY) }).expect(200)
    await pass(2 * DAY)
    expect(await statusOf(path)).toBe('out')
    const other = await loan()
    await keeper.post(`${other}/bring`).expect(200)
    await pass(DAY + 20 * HOUR)
    expect([await statusOf(path), await statusOf(other)]).toEqual(['gone', 'back'])
    await pass(7 * DAY)
    expect(await statusOf(other)).toBe('back')
    await pass(2 * DAY)
    expect(await statusOf(other)).toBe('gone')
  })
})

describe('what repeats', () => {
  test(
    'fires after each period, as often as it says, and once for what was missed',
    { tags: 'reference/what-happens-by-itself' },
    async () => {
      await start(
        '| nag | out | stay | nobody | | `count = count + 1` | every 3 days from `created_at`, at most 3 times |',
      )
      const path = await loan({ count: 0 })
      await app.runner.runDue()
      expect((await read(path)).count).toBe(0)
      await pass(3 * DAY)
      expect((await read(path)).count).toBe(1)
      await pass(7 * DAY)
      expect((await read(path)).count).toBe(2)
      await pass(2 * DAY - 1)
      expect((await read(path)).count).toBe(2)
      await pass(1)
      await pass(90 * DAY)
      expect((await read(path)).count).toBe(3)
    },
  )
})

describe('an edit of the document', () => {
  test(
    'moves, starts and drops what waits: the old rule never fires',
    { tags: ['T05', 'reference/what-happens-by-itself'] },
    async () => {
      await start('| lose | out | gone | nobody | | | 7 days |')
      const { current, storage } = app.dependencies
      const path = await loan()
      const publish = async (rows: string) => {
        expect(await publishDocument({ current, storage }, fromFile(document(rows)))).toMatchObject({ published: true })
        await app.timersRevised()
      }
      await publish('| lose | out | gone | nobody | | | 9 days |')
      await pass(8 * DAY)
      expect(await statusOf(path)).toBe('out')
      await publish('')
      await pass(30 * DAY)
      expect([await statusOf(path), await jobs()]).toEqual(['out', []])
      await publish('| lose | out | gone | nobody | | | 60 days |')
      await pass(22 * DAY - 1)
      expect(await statusOf(path)).toBe('out')
      await pass(1)
      expect(await statusOf(path)).toBe('gone')
    },
  )
})

test('a deleted record does nothing any more, and goes on where it was when it is restored', async () => {
  await start('| lose | out | gone | nobody | | | 7 days |')
  const path = await loan()
  await pass(DAY)
  await keeper.delete(path).expect(204)
  expect(await jobs()).toEqual([])
  await pass(DAY)
  await keeper.post(`${path}/restore`).expect(200)
  await pass(5 * DAY - 1)
  expect(await statusOf(path)).toBe('out')
  await pass(1)
  expect(await statusOf(path)).toBe('gone')
})
