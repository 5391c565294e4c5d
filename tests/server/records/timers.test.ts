// The table of timers: they run in their states, pause outside, count in calendars, warn ahead, and are read in expressions.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { compile } from '../../../shared/compile.ts'
import { sayDiagnostics } from '../../helpers/compile-document.ts'

const DOCUMENT = `# Specification: Repairs

## 1. What the product does and for whom

Mends things.

## 2. Screens and routes

not shown

## 3. Entities and their fields

### Repair

| field | type | value |
|---|---|---|
| what | text | |
| promised | duration | |
| late | computed yes/no | \`timers.first_look.left != null and timers.first_look.left < hours(1)\` |
| looked_at_by | computed date and time | \`timers.first_look.due_at\` |

### Part

| field | type |
|---|---|
| repair | Repair |
| name | text |

## 4. States and transitions

### Repair.state

- starts: reported
- ends: mended

| state |
|---|
| reported |
| waiting |
| mended |

| transition | from | to | who | when | then |
|---|---|---|---|---|---|
| wait | reported | waiting | Keeper | | |
| go on | waiting | reported | Keeper | | |
| begin anew | reported | stay | Keeper | | restart timer first look |
| hurry | any | stay | Keeper | \`timers.first_look.left < hours(1)\` | |
| mend | any | mended | Keeper | | |

| timer | runs in | lasts | counted in | then |
|---|---|---|---|---|
| first look | reported | 2 days | workshop hours | notify created_by "Nobody has looked at {what}" |
| warning | reported | 75 % of first look | workshop hours | notify created_by "{what} waits until {timers.first_look.due_at}" |
| promise | reported, waiting | \`promised\` | | what = what + "!" |

## 5. Validation rules

| rule | entity | must hold | otherwise |
|---|---|---|---|
| No promise of a minute | Repair | \`promised == null or timers.promise.left == null or timers.promise.left > minutes(1)\` | That is too soon. |

## 6. Roles and permissions

| role | is |
|---|---|
| Keeper | keeps |

| role | entity | may |
|---|---|---|
| Keeper | Repair, Part | everything |

## 7. The calls it makes

none

## 8. The error catalogue

none

## 9. Business constants and limits

| name | value |
|---|---|
| time zone | Europe/Berlin |
| session | 1000 days |

### Calendar workshop_hours

| day | from | to |
|---|---|---|
| Monday to Friday | 09:00 | 17:00 |

| holiday | date |
|---|---|
| Closed | 2026-11-25 |
`

let app: TestApp
let keeper: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  keeper = await app.as('Keeper')
})
afterAll(() => app.stop())

const goTo = async (moment: string) => {
  app.clock.now = Date.parse(moment)
  await app.runner.runDue()
}
const repair = async (fields: object = {}): Promise<string> => {
  const { body } = await keeper.post('/api/repairs', { what: 'saw', ...fields }).expect(201)
  return `/api/repairs/${body.id}`
}
const read = async (path: string) => (await keeper.get(path).expect(200)).body
const texts = async () => {
  const { body } = await keeper.get('/api/system/inbox').expect(200)
  return body.items.map(({ text }: { text: string }) => text)
}

test('nothing of a table of timers is noted as not run', () => {
  const notes = sayDiagnostics(DOCUMENT, compile(DOCUMENT), ['error', 'warning', 'note'])
  expect(notes.filter((note) => note.includes('not-run') || note.includes('error'))).toEqual([])
})

test('counts working days, over a weekend and a holiday, and warns ahead', { tags: 'reference/timers' }, async () => {
  // Monday, 16:00 in Berlin: 1 hour on Monday, 8 on Tuesday, none on the holiday, 7 on Thursday.
  await goTo('2026-11-23T15:00:00.000Z')
  const path = await repair()
  expect(await read(path)).toMatchObject({ looked_at_by: '2026-11-26T15:00:00.000Z', late: false })
  await goTo('2026-11-26T10:59:59.999Z')
  expect(await texts()).toEqual([])
  await goTo('2026-11-26T11:00:00.000Z')
  expect(await texts()).toEqual(['saw waits until Nov 26, 2026, 4:00 PM'])
  await goTo('2026-11-26T14:30:00.000Z')
  expect((await read(path)).late).toBe(true)
  await goTo('2026-11-26T15:00:00.000Z')
  await goTo('2026-11-27T15:00:00.000Z')
  expect((await texts())[0]).toBe('Nobody has looked at saw')
  expect(await texts()).toHaveLength(2)
})

test(
  'pauses outside of its states, goes on with what is left, and begins anew when it is restarted',
  { tags: 'reference/timers' },
  async () => {
    await goTo('2026-11-30T08:00:00.000Z')
    const path = await repair({ what: 'plane' })
    expect((await read(path)).looked_at_by).toBe('2026-12-01T16:00:00.000Z')
    await goTo('2026-11-30T12:00:00.000Z')
    await keeper.post(`${path}/wait`).expect(200)
    expect((await read(path)).looked_at_by).toBeNull()
    await goTo('2026-12-07T08:00:00.000Z')
    await keeper.post(`${path}/go-on`).expect(200)
    // Of 16 hours 4 were used.
    expect((await read(path)).looked_at_by).toBe('2026-12-08T12:00:00.000Z')
    await keeper.post(`${path}/begin-anew`).expect(200)
    expect((await read(path)).looked_at_by).toBe('2026-12-08T16:00:00.000Z')
    await keeper.post(`${path}/mend`).expect(200)
    expect((await read(path)).looked_at_by).toBeNull()
  },
)

test('is worked out anew when what it lasts changes, and does its effects once a run', async () => {
  await goTo('2026-12-10T08:00:00.000Z')
  const path = await repair({ what: 'file', promised: 'PT10H' })
  await keeper.patch(path, { promised: 'PT20H' }).expect(200)
  await goTo('2026-12-11T03:59:59.999Z')
  expect((await read(path)).what).toBe('file')
  await goTo('2026-12-11T04:00:00.000Z')
  expect(await read(path)).toMatchObject({ what: 'file!', updated_by: null })
  await keeper.post(`${path}/mend`).expect(200)
  await goTo('2026-12-12T04:00:00.000Z')
  expect((await read(path)).what).toBe('file!')
})

describe('what is left of a timer', () => {
  test(
    'is asked for in filters, conditions and rules, as the timer will be',
    { tags: 'reference/timers' },
    async () => {
      await goTo('2026-12-14T08:00:00.000Z')
      const path = await repair({ what: 'drill' })
      const found = async (filter: string) =>
        (await keeper.get(`/api/repairs?filter=${encodeURIComponent(`what == "drill" and ${filter}`)}`).expect(200))
          .body.items.length
      expect(await found('timers.first_look.left == hours(16)')).toBe(1)
      expect(await found('timers.first_look.due_at < now')).toBe(0)
      expect(await found('timers.promise.left == null')).toBe(1)
      await keeper.post(`${path}/hurry`).expect(409)
      const { body: part } = await keeper.post('/api/parts', { repair: path.split('/')[3], name: 'bit' }).expect(201)
      const related = await keeper
        .get(`/api/parts?filter=${encodeURIComponent('repair.timers.first_look.left > hours(15)')}`)
        .expect(200)
      expect(related.body.items).toMatchObject([{ id: part.id }])
      await goTo('2026-12-15T15:30:00.000Z')
      expect(await found('timers.first_look.left == minutes(30)')).toBe(1)
      await keeper.post(`${path}/hurry`).expect(200)
      await goTo('2026-12-16T09:00:00.000Z')
      expect(await found('timers.first_look.left == hours(-1)')).toBe(1)
      const refused = await keeper.post('/api/repairs', { what: 'vice', promised: 'PT30S' })
      expect([refused.status, refused.body.detail]).toEqual([422, 'That is too soon.'])
      await keeper.patch(path, { promised: 'PT10S' }).expect(422)
    },
  )
})
