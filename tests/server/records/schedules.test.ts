// The table of schedules: what happens by the calendar without a record, durably, once, on both changes of the clocks.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compile } from '../../../shared/compile.ts'
import { nextOccurrence, nextRun } from '../../../shared/decisions/4-schedules.ts'
import { sayDiagnostics } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { swapDocument } from '../../helpers/swap-document.ts'

const documentWith = (schedules: string): string => `# Specification: Chores

## 1. What the product does and for whom

Remembers chores.

## 2. Screens and routes

not shown

## 3. Entities and their fields

### Chore

| field | type |
|---|---|
| title | text |
| done | yes/no |
| stamped | date and time |
| keeper | Person |

### Note

| field | type |
|---|---|
| text | text |

## 4. States and transitions

### Chore.state

- starts: open
- ends: closed

| state |
|---|
| open |
| closed |

| transition | from | to | who | then |
|---|---|---|---|---|
| close | open | closed | nobody | stamped = now |

### Schedules

${schedules}

## 5. Validation rules

| rule | entity | must hold | otherwise |
|---|---|---|---|
| No grudge | Note | \`text != "grudge"\` | No grudges. |

## 6. Roles and permissions

| role | is | of | who |
|---|---|---|---|
| Keeper | keeps | | |
| Owner | owns | Chore | \`keeper == me\` |

| role | entity | may |
|---|---|---|
| Keeper | Chore, Note | everything |

## 7. The calls it makes

not shown

## 8. The error catalogue

not shown

## 9. Business constants and limits

| name | value |
|---|---|
| time zone | Europe/Berlin |
| session | 400 days |
`

const TABLE = `| schedule | every | when | then |
|---|---|---|---|
| tidy up | day at 06:00 | | do close on Chore.filter(c, c.done and c.state == "open") |
| count | hour | \`Chore.exists(c, c.title == "count")\` | create Note { text: "an hour" } |
| greet | weekdays at 08:30 | | let busy = Person.filter(p, p.is("Keeper")); notify Keeper "{busy.count()} of you" |
| grumble | Monday at 05:00 | | create Note { text: "first" }; create Note { text: "grudge" } |
| pay | month on 31 at 12:00 | | |

#### pay

1. for each c in Chore.filter(c, c.state == "closed"): update c { title: "paid" }
`

let app: TestApp
let keeper: Caller
beforeAll(async () => {
  app = await startApp(documentWith(TABLE))
  keeper = await app.as('Keeper')
})
afterAll(() => app.stop())

const goTo = async (moment: string) => {
  app.clock.now = Date.parse(moment)
  await app.runner.runDue()
}
const chore = async (fields: object): Promise<string> => {
  const { body } = await keeper.post('/api/chores', fields).expect(201)
  return `/api/chores/${body.id}`
}
const notes = async () =>
  (await keeper.get('/api/notes?sort=id').expect(200)).body.items.map(({ text }: { text: string }) => text)
const administrator = async (): Promise<Caller> => {
  const person = await app.as('Administrator')
  const given = { email: 'administrator.1@example.com', password: 'password of Administrator 1' }
  return app.with(person, (await app.anyone.post('/api/auth/sign-in').send(given)).body.token)
}
const listed = async (name: string) => {
  const { body } = await (await administrator()).get('/api/system/timers').expect(200)
  return body.items.find((item: { name: string }) => item.name === name)
}

test('a schedule acts on sets at its moment, not before, and once', { tags: 'reference/schedules' }, async () => {
  // 6:00 in Berlin is 5:00 in winter.
  await goTo('2026-11-25T04:00:00.000Z')
  const path = await chore({ title: 'sweep', done: true })
  await goTo('2026-11-25T04:59:59.999Z')
  expect((await keeper.get(path)).body.state).toBe('open')
  await goTo('2026-11-25T05:00:00.000Z')
  await Promise.all([app.runner.runDue(), app.runner.runDue()])
  expect((await keeper.get(path)).body).toMatchObject({ state: 'closed', stamped: '2026-11-25T05:00:00.000Z' })
  const { body } = await keeper.get(`${path}/history`).expect(200)
  expect(body.items).toHaveLength(2)
})

test(
  'what was missed while it was down is caught up once, and its condition is asked then',
  { tags: 'reference/schedules' },
  async () => {
    await goTo('2026-11-26T10:30:00.000Z')
    const path = await chore({ title: 'count' })
    app = await app.restart()
    keeper = await app.as('Keeper', 'Second')
    await goTo('2026-11-26T15:30:00.000Z')
    expect(await notes()).toEqual(['an hour'])
    await goTo('2026-11-26T16:00:00.000Z')
    expect(await notes()).toEqual(['an hour', 'an hour'])
    await keeper.patch(path, { title: 'other' }).expect(200)
    await goTo('2026-11-26T17:00:00.000Z')
    expect(await notes()).toHaveLength(2)
  },
)

test('a clock that jumps back a day repeats nothing, and one that jumps forward three days makes it happen once', async () => {
  await goTo('2026-11-26T17:30:00.000Z')
  const path = await chore({ title: 'count' })
  await goTo('2026-11-26T18:00:00.000Z')
  const count = (await notes()).length
  await goTo('2026-11-25T18:30:00.000Z')
  await goTo('2026-11-26T18:30:00.000Z')
  expect(await notes()).toHaveLength(count)
  app.clock.now = Date.parse('2026-11-26T23:30:00.000Z')
  await Promise.all([app.runner.runDue(), app.runner.runDue()])
  expect(await notes()).toHaveLength(count + 1)
  await keeper.patch(path, { title: 'other' }).expect(200)
})

test('names, roles and steps below the table work as elsewhere', async () => {
  await goTo('2026-11-27T07:30:00.000Z')
  const { body } = await keeper.get('/api/system/inbox').expect(200)
  expect(body.items[0].text).toBe('2 of you')
  // In November the 31st is the 30th.
  await goTo('2026-11-30T11:00:00.000Z')
  const { body: paid } = await keeper.get('/api/chores?filter=title == "paid"').expect(200)
  expect(paid.items).toHaveLength(1)
})

test(
  'what was refused is undone whole and listed, an administrator tries it again, and the next moment comes all the same',
  { tags: 'reference/schedules' },
  async () => {
    // The Monday before.
    const before = await notes()
    expect(before).not.toContain('first')
    const failed = await listed('grumble')
    expect(failed).toMatchObject({
      kind: 'schedule',
      entity: null,
      status: 'failed',
      problem: 'No grudges.',
      line: expect.any(Number),
      dueAt: '2026-12-07T04:00:00.000Z',
    })
    expect(await listed('tidy up')).toMatchObject({ status: 'due', dueAt: '2026-12-01T05:00:00.000Z' })
    await keeper.post(`/api/system/timers/${failed.id}/run`, {}).expect(403)
    await (await administrator()).post(`/api/system/timers/${failed.id}/run`, {}).expect(204)
    expect(await listed('grumble')).toMatchObject({ status: 'late' })
    await app.runner.runDue()
    expect(await listed('grumble')).toMatchObject({ status: 'failed', dueAt: '2026-12-07T04:00:00.000Z' })
    const run = (await listed('count')).id
    await chore({ title: 'count' })
    await (await administrator()).post(`/api/system/timers/${run}/run`, {}).expect(204)
    await app.runner.runDue()
    expect(await notes()).toHaveLength(before.length + 1)
  },
)

test('an edit of the document starts, moves and drops schedules, never by the old moment', async () => {
  await goTo('2026-12-01T06:00:00.000Z')
  swapDocument(
    app,
    documentWith(`| schedule | every | then |
|---|---|---|
| tidy up | day at 09:00 | create Note { text: "moved" } |
| extra | day at 10:00 | create Note { text: "new" } |
`),
  )
  await expect.poll(() => listed('extra')).toMatchObject({ dueAt: '2026-12-01T09:00:00.000Z' })
  expect(await listed('tidy up')).toMatchObject({ dueAt: '2026-12-01T08:00:00.000Z' })
  expect(await listed('pay')).toBeUndefined()
  await goTo('2026-12-01T09:00:00.000Z')
  expect((await notes()).slice(-2)).toEqual(['moved', 'new'])
  expect(await app.dependencies.storage.database.newestJobs('schedule', 10)).toHaveLength(2)
})

test('where each missed run is caught up, it knows its moment and its day; a refusal of one stays listed', async () => {
  const other = await startApp(
    documentWith(`| schedule | every | missed | then |
|---|---|---|---|
| daily | day at 06:00 | each | create Note { text: text(date_of(due)) + " " + text(today) + (due == now ? " now" : " then") } |
| one | day at 06:00 | once | create Note { text: "once " + text(today) + (due == now ? " now" : " then") } |
| grumble | day at 06:00 | each | create Note { text: text(today) == "2026-11-26" ? "grudge" : "fine" } |
| busy | hour | each | create Note { text: "hour" } |
`),
  )
  try {
    const run = async (moment: string) => {
      other.clock.now = Date.parse(moment)
      await other.runner.runDue()
    }
    await run('2026-11-24T12:00:00.000Z')
    const reader = await other.as('Keeper')
    const texts = async (): Promise<string[]> =>
      (await reader.get('/api/notes?sort=id&limit=500').expect(200)).body.items.map(
        ({ text }: { text: string }) => text,
      )
    const before = (await texts()).length
    await run('2026-11-27T12:00:00.000Z')
    const found = (await texts()).slice(before)
    expect(found.filter((text) => text !== 'hour').toSorted()).toEqual([
      '2026-11-25 2026-11-25 then',
      '2026-11-26 2026-11-26 then',
      '2026-11-27 2026-11-27 then',
      'fine',
      'fine',
      'once 2026-11-27 now',
    ])
    expect(found.filter((text) => text === 'hour')).toHaveLength(72)
    const [failed] = (await other.dependencies.storage.database.newestJobs('schedule', 10)).filter(
      ({ key }) => key === 'grumble',
    )
    expect(failed).toMatchObject({ problem: 'No grudges.', dueAt: '2026-11-28T05:00:00.000Z' })
  } finally {
    await other.stop()
  }
})

test('of the runs that were missed the latest 366 are caught up at most', () => {
  const { model } = compile(
    documentWith(`| schedule | every | missed | then |
|---|---|---|---|
| busy | hour | each | create Note { text: "hour" } |
`),
  )
  const schedule = model?.schedules.get('busy')
  const [from, now] = ['2026-01-01T00:00:00.000Z', '2026-12-31T23:30:00.000Z']
  const first = schedule && nextRun(schedule, from, now, 'UTC')
  expect(first && (Date.parse(now) - Date.parse(first)) / 3_600_000).toBe(365.5)
})

describe('the next moment', () => {
  const next = (every: Parameters<typeof nextOccurrence>[0], after: string, zone = 'Europe/Berlin') =>
    nextOccurrence(every, after, zone)
  const DAILY = { kind: 'day', time: '02:30' } as const

  test(
    'in spring lies as far after the gap as it says, and in autumn comes once',
    { tags: 'reference/schedules' },
    () => {
      expect(next(DAILY, '2027-03-27T12:00:00.000Z')).toBe('2027-03-28T01:30:00.000Z')
      expect(next(DAILY, '2027-03-28T01:30:00.000Z')).toBe('2027-03-29T00:30:00.000Z')
      const first = next(DAILY, '2026-10-24T12:00:00.000Z') ?? ''
      expect(first).toBe('2026-10-25T00:30:00.000Z')
      expect(next(DAILY, first)).toBe('2026-10-26T01:30:00.000Z')
    },
  )

  test('of every hour is each hour that passes, on both days', () => {
    const hours = (from: string, count: number): string[] => {
      const found = [from]
      while (found.length <= count) found.push(next({ kind: 'hour' }, found.at(-1) ?? '') ?? '')
      return found.slice(1).map((moment) => moment.slice(11, 16))
    }
    expect(hours('2026-10-24T22:30:00.000Z', 4)).toEqual(['23:00', '00:00', '01:00', '02:00'])
    expect(hours('2027-03-27T23:30:00.000Z', 4)).toEqual(['00:00', '01:00', '02:00', '03:00'])
    expect(next({ kind: 'hour' }, '2026-11-25T10:10:00.000Z', 'Asia/Kolkata')).toBe('2026-11-25T10:30:00.000Z')
  })

  test('of a month or year without the day is its last day', { tags: 'reference/schedules' }, () => {
    const monthly = { kind: 'month', day: 31, time: '06:00' } as const
    expect(next(monthly, '2027-01-31T06:00:00.000Z')).toBe('2027-02-28T05:00:00.000Z')
    expect(next(monthly, '2028-02-01T06:00:00.000Z')).toBe('2028-02-29T05:00:00.000Z')
    const leap = { kind: 'year', month: 2, day: 29, time: '00:00' } as const
    expect(next(leap, '2026-03-01T06:00:00.000Z', 'UTC')).toBe('2027-02-28T00:00:00.000Z')
    expect(next(leap, '2027-03-01T06:00:00.000Z', 'UTC')).toBe('2028-02-29T00:00:00.000Z')
    expect(next({ kind: 'year', month: 1, day: 1, time: '00:00' }, '2026-12-31T23:30:00.000Z')).toBe(
      '2027-12-31T23:00:00.000Z',
    )
  })

  test('of a weekday is the next one', () => {
    const monday = { kind: 'weekdays', days: [0], time: '08:00' } as const
    expect(next(monday, '2026-11-23T07:00:00.000Z')).toBe('2026-11-30T07:00:00.000Z')
    const weekdays = { kind: 'weekdays', days: [0, 1, 2, 3, 4], time: '06:00' } as const
    expect(next(weekdays, '2026-11-27T05:00:00.000Z')).toBe('2026-11-30T05:00:00.000Z')
  })
})

describe('reading', () => {
  const said = (rows: string): readonly string[] => {
    const text = documentWith(`| schedule | every | when | then |\n|---|---|---|---|\n${rows}`)
    return sayDiagnostics(text, compile(text), ['error'])
  }

  test.each([
    ['hour'],
    ['day at 06:00'],
    ['day'],
    ['weekdays at 6:00'],
    ['Monday at 08:00'],
    ['month on 31 at 06:00'],
    ['month on 1'],
    ['year on 1 January'],
    ['`year on 29 February at 12:00`'],
  ])('%s says when', { tags: 'reference/schedules' }, (every) => {
    expect(said(`| x | ${every} | | create Note { text: "a" } |`)).toEqual([])
  })

  test.each([
    ['| x | fortnight | | create Note { text: "a" } |', 'states/bad-schedule'],
    ['| x | day at 25:00 | | create Note { text: "a" } |', 'states/bad-schedule'],
    ['| x | month on 32 | | create Note { text: "a" } |', 'states/bad-schedule'],
    ['| x | year on 30 February | | create Note { text: "a" } |', 'states/bad-schedule'],
    ['| x | | | create Note { text: "a" } |', 'document/empty-cell'],
    ['| x | day | | do close |', 'states/done-on-nothing'],
    ['| x | day | | title = "a" |', 'expressions/no-record-at-hand'],
    ['| x | day | `title == "a"` | create Note { text: "a" } |', 'expressions/unknown-name'],
    ['| x | day | | notify Owner "a" |', 'states/role-of-other-records'],
    ['| x | day | | create Note { text: this.title } |', 'expressions/no-record'],
    ['| x | day | | restart timer y |', 'names/unknown-member'],
  ])('%s is an error: there is no record', { tags: 'reference/schedules' }, (row, code) => {
    expect(said(row).join('\n')).toContain(code)
  })

  test('what is missed is caught up once or each', () => {
    const table = (missed: string) =>
      documentWith(
        `| schedule | every | missed | then |\n|---|---|---|---|\n| x | day | ${missed} | create Note { text: "a" } |`,
      )
    for (const missed of ['', '-', 'once', 'each'])
      expect(sayDiagnostics(table(missed), compile(table(missed)), ['error'])).toEqual([])
    expect(sayDiagnostics(table('never'), compile(table('never')), ['error']).join()).toContain('states/bad-missed')
  })

  test('a transition that only a schedule does is done by somebody', () => {
    const text = documentWith(TABLE)
    expect(sayDiagnostics(text, compile(text), ['warning']).join()).not.toContain('states/transition-by-nobody')
  })

  test('what is not shown makes a listed unknown that does nothing', () => {
    const text = documentWith(`| schedule | every | when | then |
|---|---|---|---|
| a | not shown | | create Note { text: "a" } |
| b | day | not shown | create Note { text: "a" } |
| c | day | | send POST not shown { "a": 1 } |`)
    const { model } = compile(text)
    expect([...(model?.schedules.values() ?? [])].map(({ name, then }) => [name.label, then.length])).toEqual([
      ['c', 0],
    ])
    expect(model?.unknowns.filter(({ point }) => point === 4).map(({ name }) => name)).toEqual([
      'a: every',
      'b: when',
      'An address',
    ])
  })

  test('is always of the table: an entity of that name is an error there', { tags: 'reference/schedules' }, () => {
    const text = documentWith('')
      .replace('### Note', '### Schedules')
      .replace(
        '### Schedules\n\n\n',
        `### Schedules.state

- starts: a

| transition | from | to | who |
|---|---|---|---|
| go | a | b | Keeper |
`,
      )
    expect(sayDiagnostics(text, compile(text), ['error']).join('\n')).toContain('states/schedules-are-no-entity')
  })
})
