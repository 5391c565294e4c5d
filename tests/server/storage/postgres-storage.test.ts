// An application on PostgreSQL: a small document over HTTP, where the server of the tests can be started.
import type request from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UniqueConflict } from '../../../server/storage/storage-error.ts'
import type { Transaction } from '../../../server/storage/transaction.ts'
import { WORDS } from '../../../server/storage/sqlite/sqlite-words.ts'
import { openPostgresStorage } from '../../../server/storage/postgres/open-postgres.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'
import { compileModel, NOW } from './helpdesk.ts'
import { databaseOf } from '../../postgres/databases.ts'
import { ON_POSTGRES } from '../../postgres/open-data.ts'

const TEXT = documentOf({
  1: 'Neighbours lend each other tools.',
  3: `### Tool

| field | type | required | limits |
|---|---|---|---|
| name | text | yes | unique |
| kind | one of garden, kitchen | yes | |
| deposit | decimal(2) | | |
| parts | integer | | |
| weight | number | | |
| safe | yes/no | yes | |
| bought_on | date | | |
| lent_to | Person (as tools) | | |
`,
  6: `| role | is |
|---|---|
| Keeper | keeps the shed |
| Guest | looks around |

| role | entity | may | fields | where |
|---|---|---|---|---|
| Keeper | Tool | read, create, update, delete, restore, see history | all | |
| Guest | Tool | read | name, kind | \`safe and lent_to != me\` |
| everyone | Person | read | name | |
`,
})

const startTools = () => startApp(TEXT)

describe('a small application', () => {
  describe(ON_POSTGRES ? 'on PostgreSQL' : 'on SQLite', () => {
    let app: TestApp
    let keeper: Caller
    beforeAll(async () => {
      app = await startTools()
      keeper = await app.as('Keeper')
    })
    afterAll(() => app?.stop())

    const spade = {
      name: 'Spade',
      kind: 'garden',
      deposit: '12.50',
      parts: 2,
      weight: 1.25,
      safe: true,
      bought_on: '2026-02-28',
    }
    const create = async (body: object) => (await keeper.post('/api/tools', body).expect(201)).body
    const names = async (path: string, as = keeper) =>
      (await as.get(path).expect(200)).body.items.map(({ name }: { name: string }) => name)

    test('keeps a record as it was sent, and changes it', async () => {
      const made = await create(spade)
      expect(made).toMatchObject({ ...spade, lent_to: null, _version: 1, created_by: keeper.id })
      expect((await keeper.get(`/api/tools/${made.id}`).expect(200)).body).toEqual(made)
      const changes = { deposit: '9007199254740.99', safe: false, lent_to: keeper.id, weight: null }
      const changed = await keeper.patch(`/api/tools/${made.id}`, changes).set('If-Match', '"1"').expect(200)
      expect(changed.body).toMatchObject({ ...spade, ...changes, _version: 2 })
      const late = await keeper.patch(`/api/tools/${made.id}`, { parts: 3 }).set('If-Match', '"1"')
      expect([late.status, late.body.code]).toEqual([412, 'changed_meanwhile'])
      const history = await keeper.get(`/api/tools/${made.id}/history`).expect(200)
      expect(
        history.body.items.map(({ changes: each }: { changes: object }) => Object.keys(each).toSorted())[0],
      ).toEqual(Object.keys(changes).toSorted())
    })

    test('refuses a unique value that is taken, and says which record has it', async () => {
      const { id } = await create({ ...spade, name: 'Saw' })
      const refused = await keeper.post('/api/tools', { ...spade, name: 'Saw' }).expect(409)
      expect(refused.body.errors).toMatchObject([{ field: 'name' }])
      await keeper.delete(`/api/tools/${id}`).expect(204)
      await create({ ...spade, name: 'Saw' })
      await keeper.post(`/api/tools/${id}/restore`).expect(409)
    })

    test('lists in the order of people, filters, counts and pages', async () => {
      const more = ['élan', 'Axe', 'zester', 'Émile', 'axe b', 'Ähre']
      for (const [at, name] of more.entries())
        await create({ name, kind: 'kitchen', safe: at % 2 === 0, ...(at > 2 && { deposit: `${at}.00` }) })
      const inOrder = ['Ähre', 'Axe', 'axe b', 'élan', 'Émile', 'zester']
      const kitchen = '/api/tools?filter=' + encodeURIComponent('kind == "kitchen"')
      expect(await names(`${kitchen}&sort=name`)).toEqual(inOrder)
      expect(await names(`${kitchen}&sort=-deposit`)).toEqual([
        'Ähre',
        'axe b',
        'Émile',
        expect.any(String),
        expect.any(String),
        expect.any(String),
      ])
      const pages: string[] = []
      let next: string | null = `${kitchen}&sort=deposit&limit=2`
      while (next !== null) {
        const { body }: request.Response = await keeper.get(next).expect(200)
        pages.push(...body.items.map(({ name }: { name: string }) => name))
        next = body.next === null ? null : `${kitchen}&sort=deposit&limit=2&after=${encodeURIComponent(body.next)}`
      }
      expect(pages.slice(0, 3)).toEqual(['Émile', 'axe b', 'Ähre'])
      expect(pages.toSorted()).toEqual(inOrder.toSorted())
    })

    test('shows people what the row rule gives them, and nothing of the rest', async () => {
      const guest = await app.as('Guest')
      const hidden = await create({ ...spade, name: 'Chain', lent_to: guest.id })
      const shown = await create({ ...spade, name: 'Broom' })
      await guest.get(`/api/tools/${hidden.id}`).expect(404)
      const { body } = await guest.get(`/api/tools/${shown.id}`).expect(200)
      expect(body).toEqual({ id: shown.id, _version: 1, name: 'Broom', kind: 'garden' })
      expect(await names('/api/tools?sort=name', guest)).not.toContain('Chain')
      await guest.patch(`/api/tools/${shown.id}`, { name: 'Mine' }).expect(403)
    })

    test('makes all records that are sent at once, and only one of those with one name', async () => {
      const tries = Array.from({ length: 20 }, (_, at) => ({ ...spade, name: at < 15 ? `Rake ${at}` : 'Only one' }))
      const answers = await Promise.all(tries.map((body) => keeper.post('/api/tools', body)))
      const made = answers.filter(({ status }) => status === 201).length
      expect([made, answers.filter(({ status }) => status === 409).length]).toEqual([16, 4])
    })

    test('goes on after a restart where it was', async () => {
      const { id } = await create({ ...spade, name: 'Kept' })
      app = await app.restart()
      expect((await app.with(keeper, keeper.token).get(`/api/tools/${id}`)).status).toBe(200)
    })
  })
})

describe.runIf(ON_POSTGRES)('on PostgreSQL', () => {
  test('a command that goes on after an error keeps nothing, unless the error was in a part of its own', async () => {
    const app = await startTools()
    const { storage } = app.dependencies
    const row = (id: string, name: string) => ({ id, _version: 1, name, kind: 'garden', safe: true })
    const twice = (second: string) => async (transaction: Transaction) => {
      await transaction.insert('Tool', row('a', 'Spade'))
      const again = () => transaction.insert('Tool', row('b', 'Spade'))
      const refused = second === 'apart' ? transaction.savepoint(again) : again()
      await expect(refused).rejects.toThrow(UniqueConflict)
      await transaction.insert('Tool', row('c', 'Saw'))
    }
    await expect(storage.write(twice('together'))).rejects.toThrow()
    expect(await storage.database.exists('Tool', 'a')).toBe(false)
    await storage.write(twice('apart'))
    expect(await Promise.all(['a', 'b', 'c'].map((id) => storage.database.exists('Tool', id)))).toEqual([
      true,
      false,
      true,
    ])
    await app.stop()
  })

  test('a document that shows dates of another calendar is not put in force, and its lines are named', async () => {
    const entity =
      '- title: "{name}, {due_on}"\n\n| field | type | required |\n|---|---|---|\n| name | text | yes |\n| due on | date | yes |\n'
    const model = compileModel(
      documentOf({ 3: `### Task\n\n${entity}`, 9: '| name | value |\n|---|---|\n| language | fa |' }),
    )
    const url = await databaseOf('unsupported')
    const opening = openPostgresStorage({ url, model, revision: 'r1', now: () => NOW, words: WORDS, random: () => 0 })
    await expect(opening).rejects.toMatchObject({
      conflicts: [
        {
          sentence: 'A text shows a date in the language fa, whose calendar (persian) is not supported on PostgreSQL.',
          line: expect.any(Number),
        },
      ],
    })
  })
})
