// What is too old to count goes by itself, also where nothing new comes.
import { afterAll, describe, expect, test } from 'vitest'
import { followAccounts } from '../../../server/auth/follow-accounts.ts'
import { createCleanUpJob, planCleanUp } from '../../../server/jobs/clean-up-job.ts'
import { deleteExpired } from '../../../server/jobs/delete-expired.ts'
import { createRunner } from '../../../server/jobs/runner.ts'
import { HELPDESK } from '../../apps/helpdesk.ts'
import { startApp } from '../../apps/start-app.ts'

const DAY = 24 * 60 * 60 * 1000

const app = await startApp(HELPDESK.replace('open, as Customer', 'open, as Customer, approved by administrators'))
const { storage } = app.dependencies
afterAll(() => app.stop())

/** Lists the sign-ups that wait at a moment. What was removed is absent at every moment. */
const waitingAt = async (moment: number) => {
  const before = app.clock.now
  app.clock.now = moment
  const rows = await storage.database.systemRows('sign_up')
  app.clock.now = before
  return rows.map(({ value }) => value['askedAt'])
}

test('of who asked to sign up nothing is kept after two weeks, and nothing is taken from who waits still', async () => {
  const begin = app.clock.now
  const ask = (name: string) =>
    app.anyone
      .post('/api/auth/sign-up')
      .send({ name, email: `${name}@example.com`, password: 'a quiet sentence' })
      .expect(202)
  for (const name of ['ann', 'bob', 'cyd']) await ask(name)
  app.clock.now += 13 * DAY
  await ask('dan')
  app.clock.now += DAY
  expect(await waitingAt(begin)).toHaveLength(4)
  await deleteExpired(storage)
  expect(await waitingAt(begin)).toEqual([new Date(begin + 13 * DAY).toISOString()])
})

const putLinks = (count: number, expiresAt: string) =>
  storage.write(async (transaction) => {
    for (let number = 0; number < count; number++)
      await transaction.putSystem('link', { key: `old ${number}`, person: null, expiresAt, value: {} })
  })
const linksBefore = async (moment: number) => {
  app.clock.now = moment
  return (await storage.database.systemRows('link')).length
}

test('more than are removed at a time go too, unless the application is to stop', async () => {
  await putLinks(230, new Date(app.clock.now + DAY).toISOString())
  const now = app.clock.now
  app.clock.now += DAY
  await deleteExpired(storage, () => false)
  expect(await linksBefore(now)).toBe(230)
  app.clock.now += DAY
  await deleteExpired(storage)
  expect(await linksBefore(now)).toBe(0)
})

describe('the clean-up', () => {
  const MINUTE = 60_000
  const log = { error: () => {} }
  const dependencies = { ...app.dependencies, people: followAccounts(app.dependencies), log }
  const cleanUp = createCleanUpJob(dependencies)
  const dueAt = async () => (await storage.database.newestJobs('clean-up', 2)).map((job) => job.dueAt)
  const later = (milliseconds: number) => new Date(app.clock.now + milliseconds).toISOString()

  test('is one job, which runs a minute after the start and every hour from then on', async () => {
    const begin = app.clock.now
    const runner = createRunner(dependencies, [cleanUp])
    await planCleanUp(dependencies)
    await planCleanUp(dependencies)
    expect(await dueAt()).toEqual([later(MINUTE)])
    await putLinks(3, later(1))
    app.clock.now += MINUTE - 1
    await runner.runDue()
    expect(await linksBefore(begin)).toBe(3)
    app.clock.now = begin + MINUTE
    await runner.runDue()
    expect(await dueAt()).toEqual([later(60 * MINUTE)])
    expect(await linksBefore(begin)).toBe(0)
  })

  test('leaves the rest for a second later when it may not come to its end', async () => {
    const begin = app.clock.now
    await putLinks(3, later(1))
    app.clock.now += DAY
    const [job] = await storage.database.newestJobs('clean-up', 1)
    if (job === undefined) throw new Error('there is no job')
    const settle = await cleanUp.run(job, AbortSignal.abort())
    await storage.write(async (transaction) => settle?.(transaction))
    expect(await dueAt()).toEqual([later(1_000)])
    expect(await linksBefore(begin)).toBe(3)
  })
})
