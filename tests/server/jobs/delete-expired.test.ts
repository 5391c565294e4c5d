// What is too old to count goes by itself, also where nothing new comes.
import { afterAll, expect, test } from 'vitest'
import { deleteExpired } from '../../../server/jobs/delete-expired.ts'
import { HELPDESK } from '../../helpers/helpdesk.ts'
import { startApp } from '../../helpers/start-app.ts'

const DAY = 24 * 60 * 60 * 1000

const app = await startApp(HELPDESK.replace('open, as Customer', 'open, as Customer, approved by administrators'))
const { storage } = app.dependencies
afterAll(() => app.stop())

/** What was removed is not there at any time. */
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

test('more than are removed at a time go too, unless the application is to stop', async () => {
  const expiresAt = new Date(app.clock.now + DAY).toISOString()
  await storage.write(async (transaction) => {
    for (let number = 0; number < 230; number++)
      await transaction.putSystem('link', { key: `old ${number}`, person: null, expiresAt, value: {} })
  })
  const linksBefore = async (moment: number) => {
    app.clock.now = moment
    return (await storage.database.systemRows('link')).length
  }
  const now = app.clock.now
  app.clock.now += DAY
  await deleteExpired(storage, () => false)
  expect(await linksBefore(now)).toBe(230)
  app.clock.now += DAY
  await deleteExpired(storage)
  expect(await linksBefore(now)).toBe(0)
})
