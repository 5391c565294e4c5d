// The table of schedules: what happens by the calendar without a record, durably and once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StorageBusy } from '../../../server/storage/storage-error.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { CHORE_SCHEDULES, choresWith } from '../../helpers/chores-document.ts'
import { swapDocument } from '../../helpers/swap-document.ts'
import { createRunner } from '../../../server/jobs/runner.ts'
import { createScheduleJobs } from '../../../server/jobs/schedule-jobs.ts'

let app: TestApp
let keeper: Caller
beforeAll(async () => {
  app = await startApp(choresWith(CHORE_SCHEDULES))
  keeper = await app.as('Keeper')
})
afterAll(() => app.stop())

const runAt = async (of: TestApp, moment: string, { runDue } = of.runner): Promise<void> => {
  of.clock.now = Date.parse(moment)
  await runDue()
}
const goTo = (moment: string) => runAt(app, moment)
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
    choresWith(`| schedule | every | then |
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
    choresWith(`| schedule | every | missed | then |
|---|---|---|---|
| daily | day at 06:00 | each | create Note { text: text(date_of(due)) + " " + text(today) + (due == now ? " now" : " then") } |
| one | day at 06:00 | once | create Note { text: "once " + text(today) + (due == now ? " now" : " then") } |
| grumble | day at 06:00 | each | create Note { text: text(today) == "2026-11-26" ? "grudge" : "fine" } |
| busy | hour | each | create Note { text: "hour" } |
`),
  )
  try {
    const run = (moment: string) => runAt(other, moment)
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

test('what was missed of timers and schedules happens in the order in which it was due', async () => {
  const document = choresWith(`| schedule | every | missed | then |
|---|---|---|---|
| count | day at 06:00 | each | create Note { text: text(today) + ": " + text(Chore.filter(c, c.state == "open").count()) } |
| sum | day at 05:00 | once | create Note { text: "now: " + text(Chore.filter(c, c.state == "open").count()) } |
`)
    .replace('| stamped | date and time |', '| stamped | date and time |\n| until | date and time |')
    .replace('| who | then |\n|---|---|---|---|---|', '| who | then | after |\n|---|---|---|---|---|---|')
    .replace('| nobody | stamped = now |', '| nobody | stamped = now | at until |')
  const other = await startApp(document)
  try {
    const run = (moment: string) => runAt(other, moment)
    await run('2026-11-24T12:00:00.000Z')
    const one = await other.as('Keeper')
    const texts = async (): Promise<string[]> =>
      (await one.get('/api/notes?sort=id').expect(200)).body.items.map(({ text }: { text: string }) => text)
    const before = (await texts()).length
    for (const until of ['2026-11-25T08:00:00Z', '2026-11-26T08:00:00Z', '2026-12-24T08:00:00Z'])
      await one.post('/api/chores', { title: 'sweep', until }).expect(201)
    await run('2026-11-27T12:00:00.000Z')
    expect((await texts()).slice(before)).toEqual(['2026-11-25: 3', '2026-11-26: 2', '2026-11-27: 1', 'now: 1'])
  } finally {
    await other.stop()
  }
})

test('a run that fails inside the program is tried again as the run that it was, and given up without the ones after it', async () => {
  const other = await startApp(
    choresWith(`| schedule | every | missed | then |
|---|---|---|---|
| daily | day at 06:00 | each | create Note { text: text(date_of(due)) } |
`),
  )
  try {
    const { storage } = other.dependencies
    const faulty = {
      ...other.dependencies,
      newId(): never {
        throw new Error('a fault inside the program')
      },
      log: { error: () => {} },
    }
    const faultyRunner = createRunner(faulty, [createScheduleJobs(faulty)])
    const run = (moment: string, runner = other.runner) => runAt(other, moment, runner)
    const reader = await other.as('Keeper')
    const days = async (): Promise<string[]> =>
      (await reader.get('/api/notes?sort=id').expect(200)).body.items.map(({ text }: { text: string }) => text)
    const job = async () => (await storage.database.newestJobs('schedule', 10))[0]

    await run('2026-11-23T12:00:00.000Z')
    expect(await days()).toEqual(['2026-11-22', '2026-11-23'])
    await run('2026-11-25T12:00:00.000Z', faultyRunner)
    expect(await job()).toMatchObject({ dueAt: '2026-11-25T12:00:05.000Z', problem: 'It failed inside the program.' })
    await run('2026-11-25T12:00:05.000Z')
    expect((await days()).slice(2)).toEqual(['2026-11-24', '2026-11-25'])

    for (const at of ['06:00:00', '06:00:05', '06:01:05', '06:11:05', '07:11:05'])
      await run(`2026-11-26T${at}.000Z`, faultyRunner)
    const failed = await job()
    expect(failed).toMatchObject({ dueAt: '2026-11-27T05:00:00.000Z', problem: 'It failed inside the program.' })
    await run('2026-11-27T05:00:00.000Z')
    expect((await days()).slice(4)).toEqual(['2026-11-27'])

    // Others hold it up, which is no fault of its own.
    const heldUp = {
      ...faulty,
      newId(): never {
        throw new StorageBusy('others wrote the same')
      },
    }
    const held = createRunner(heldUp, [createScheduleJobs(heldUp)])
    for (let second = 0; second < 60; second += 5)
      await run(`2026-11-28T05:00:${String(second).padStart(2, '0')}.000Z`, held)
    expect(await job()).toMatchObject({ dueAt: '2026-11-28T05:01:00.000Z', problem: null, tries: 0 })
    await run('2026-11-28T05:01:00.000Z')
    expect((await days()).slice(5)).toEqual(['2026-11-28'])
  } finally {
    await other.stop()
  }
})

test('a schedule that was given up is listed as failed', async () => {
  const { storage } = app.dependencies
  const job = (await storage.database.newestJobs('schedule', 10)).find(({ key }) => key === 'tidy_up')
  if (job === undefined) throw new Error('there is no such schedule')
  const givenUp = { ...job, dueAt: null, problem: 'It failed inside the program.', isDead: true }
  await storage.write((transaction) => transaction.changeJob(givenUp))
  expect(await listed('tidy up')).toMatchObject({ status: 'failed', problem: 'It failed inside the program.' })
})
