// What stays in its state at a moment: each moment comes once, also where its date is moved away and put right again.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const DOCUMENT = `# Specification: Loans

## 3. Entities and their fields

### Loan

| field | type |
|---|---|
| name | text |
| due | date and time |
| nags from | date and time |
| reminders | integer |
| nags | integer |
| begs | integer |

## 4. States and transitions

### Loan.status

- starts: out
- ends: gone

| state |
|---|
| out |
| back |
| gone |

| transition | from | to | who | then | after |
|---|---|---|---|---|---|
| bring | out | back | everyone | | |
| lend | back | out | everyone | | |
| lose | out | gone | everyone | | |
| beg | out | stay | nobody | \`begs = begs + 1\` | 2 days |
| remind | out | stay | nobody | \`reminders = reminders + 1\` | at due |
| nag | out | stay | nobody | \`nags = nags + 1\` | every 3 days from nags_from, at most 2 times |

## 6. Roles and permissions

| role | is |
|---|---|
| Keeper | keeps |

| role | entity | may |
|---|---|---|
| Keeper | Loan | everything, restore |

## 9. Business constants and limits

| name | value |
|---|---|
| session | 1000 days |
`

let app: TestApp
let keeper: Caller
beforeEach(async () => {
  app = await startApp(DOCUMENT)
  keeper = await app.as('Keeper')
})
afterEach(() => app.stop())

const loan = async (fields: object): Promise<string> => {
  const { body } = await keeper
    .post('/api/loans', { name: 'atlas', reminders: 0, nags: 0, begs: 0, ...fields })
    .expect(201)
  return `/api/loans/${body.id}`
}
const read = async (path: string) => (await keeper.get(path).expect(200)).body
const at = (later: number) => new Date(app.clock.now + later).toISOString()
const pass = async (milliseconds: number) => {
  app.clock.now += milliseconds
  await app.runner.runDue()
}

test(
  'a moment that came comes no second time when its date is moved or emptied and put right again, nor one before it',
  { tags: 'reference/what-happens-by-itself' },
  async () => {
    const [first, second] = [at(DAY), at(3 * DAY)]
    const path = await loan({ due: first })
    const move = async (due: string | null) => {
      await keeper.patch(path, { due }).expect(200)
      await app.runner.runDue()
      return (await read(path)).reminders
    }
    await pass(2 * DAY)
    expect([await move(second), await move(first)]).toEqual([1, 1])
    expect([await move(null), await move(first)]).toEqual([1, 1])
    expect([await move(at(-2 * DAY)), await move(second)]).toEqual([1, 1])
    await pass(2 * DAY)
    expect((await read(path)).reminders).toBe(2)
    expect([await move(first), await move(second), await move(at(-HOUR))]).toEqual([2, 2, 3])
  },
)

test('each time that the state is entered its moments come anew', async () => {
  const path = await loan({ due: at(DAY) })
  await pass(2 * DAY)
  await keeper.post(`${path}/bring`).expect(200)
  await keeper.post(`${path}/lend`).expect(200)
  await pass(0)
  expect((await read(path)).reminders).toBe(2)
})

test('one that an administrator ran ahead comes no second time, and an earlier one to which it is moved comes', async () => {
  const [early, late] = [at(DAY), at(5 * DAY)]
  const path = await loan({ due: late })
  const administrator = await app.as('Administrator')
  const { items } = (await administrator.get('/api/system/timers').expect(200)).body
  await administrator.post(`/api/system/timers/${items.at(-1).id}/run`, {}).expect(204)
  await pass(0)
  for (const due of [at(6 * DAY), late]) await keeper.patch(path, { due }).expect(200)
  await pass(0)
  expect((await read(path)).reminders).toBe(1)
  await keeper.patch(path, { due: early }).expect(200)
  await pass(DAY)
  expect((await read(path)).reminders).toBe(2)
})

test('what repeats counts on where its beginning is emptied and filled in again', async () => {
  const nagsFrom = at(DAY)
  const path = await loan({ nags_from: nagsFrom })
  await pass(5 * DAY)
  for (const from of [null, nagsFrom]) await keeper.patch(path, { nags_from: from }).expect(200)
  await pass(0)
  expect((await read(path)).nags).toBe(1)
  await pass(90 * DAY)
  await pass(90 * DAY)
  expect((await read(path)).nags).toBe(2)
})

test(
  'what came before a deletion comes no second time after the restoration, and what passed meanwhile comes then',
  { tags: 'reference/what-happens-by-itself' },
  async () => {
    const old = await loan({ due: at(DAY), nags_from: at(DAY) })
    const young = await loan({ due: at(5 * DAY), nags_from: at(30 * DAY) })
    const came = async (path: string) => {
      const { reminders, nags, begs } = await read(path)
      return [reminders, nags, begs]
    }
    await pass(2 * DAY)
    expect([await came(old), await came(young)]).toEqual([
      [1, 1, 1],
      [0, 0, 1],
    ])
    for (const path of [old, young]) await keeper.delete(path).expect(204)
    await pass(10 * DAY)
    for (const path of [old, young]) await keeper.post(`${path}/restore`).expect(200)
    await pass(0)
    // The second of two nags was missed meanwhile.
    expect([await came(old), await came(young)]).toEqual([
      [1, 2, 1],
      [1, 0, 1],
    ])
    await pass(20 * DAY)
    expect([await came(old), await came(young)]).toEqual([
      [1, 2, 1],
      [1, 1, 1],
    ])
  },
)
