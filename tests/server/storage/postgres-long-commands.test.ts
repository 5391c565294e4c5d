// A long command, as an import is one: those that write wait for it and don't undo it, and those that read go on.
import { afterAll, expect, test } from 'vitest'
import { HELPDESK } from '../../apps/helpdesk.ts'
import { RUN_TWICE, startApp } from '../../apps/start-app.ts'

const app = await startApp(HELPDESK)
afterAll(() => app.stop())

test('runs once, beside readers, and others write after it', async () => {
  const administrator = await app.as('Administrator')
  const [begun, mayEnd] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const order: string[] = []
  let runs = 0
  const long = app.dependencies.storage.write(
    async (transaction) => {
      runs += 1
      await transaction.systemRows('setting')
      begun.resolve(undefined)
      await mayEnd.promise
      const row = { key: 'long', person: null, expiresAt: null, value: {} }
      await transaction.putSystem('setting', row)
    },
    { isLong: true },
  )
  const noted = long.then(() => order.push('long'))
  await begun.promise
  const created = administrator.post('/api/tags', { name: 'Printer', color: '#364fc7' }).then(({ status }) => {
    order.push('created')
    return status
  })
  expect((await administrator.get('/api/tags')).body).toMatchObject({ items: [] })
  expect((await administrator.get('/api/auth/me')).status).toBe(200)
  mayEnd.resolve(undefined)
  await noted
  expect([await created, order, runs]).toEqual([201, ['long', 'created'], RUN_TWICE ? 2 : 1])
})

test('keeps nothing where a statement fails whose outcome nobody waited for', async () => {
  const { storage } = app.dependencies
  const row = { key: 'nothing', person: null, expiresAt: null, value: {} }
  const entry = {
    id: 'e',
    at: '2026-11-21T10:00:00.000Z',
    subject: 's',
    text: 't',
    entity: 'Tag',
    record: 'r',
    readAt: null,
  }
  const long = storage.write(
    async (transaction) => {
      await transaction.putSystem('setting', row)
      await transaction.appendInbox({ ...entry, person: null as unknown as string })
    },
    { isLong: true },
  )
  await expect(long).rejects.toThrow(/null value|NOT NULL/)
  expect(await storage.database.system('setting', row.key)).toBeUndefined()
  await storage.write((transaction) => transaction.putSystem('setting', row), { isLong: true })
  expect(await storage.database.system('setting', row.key)).toMatchObject({ value: {} })
})
