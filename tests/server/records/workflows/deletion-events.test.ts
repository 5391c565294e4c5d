// In which order the events of a deletion happen, where others are deleted with the record.
import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const part = (name: string, of: string) => `
### ${name}

| field | type | required |
|---|---|---|
| name | text | yes |
| ${of.toLowerCase()} | ${of}, deleted with it | yes |
`
const event = (name: string) => `
### ${name}

| transition | then |
|---|---|
| deleted | create Log { text: name } |
`

const PARTS = [part('Screw', 'Box'), part('Box', 'Shelf'), part('Label', 'Shelf')]

const shelves = (parts: readonly string[]): string =>
  documentOf({
    3: `
### Shelf

| field | type | required |
|---|---|---|
| name | text | yes |
${parts.join('\n')}
### Log

- order: number

| field | type |
|---|---|
| number | sequence "{000}" |
| text | text |
`,
    4: ['Shelf', 'Screw', 'Box', 'Label'].map(event).join(''),
    6: `
| role | is |
|---|---|
| Keeper | keeps |

| role | entity | may |
|---|---|---|
| Keeper | Shelf, Screw, Box, Label, Log | everything |
`,
    7: `
| when | method | url | payload |
|---|---|---|---|
| Shelf deleted | POST | https://example.com/gone | \`{ "name": name, "logs": Log.count() }\` |
| Box deleted | POST | https://example.com/gone | \`{ "name": name, "logs": Log.count() }\` |
`,
  })

let app: TestApp
let keeper: Caller

beforeAll(async () => {
  // The order is that of the document in force, not the one in which entities were added.
  app = await startApp(shelves(PARTS.toReversed()))
  keeper = await app.as('Keeper')
  const { token } = await app.as('Administrator')
  await request(app.server)
    .put('/api/system/document')
    .set({ Authorization: `Bearer ${token}`, 'Content-Type': 'text/markdown' })
    .send(shelves(PARTS))
    .expect(200)
})

afterAll(() => app.stop())

test('the record first, then the nearest, by the order of the entities, the oldest first', async () => {
  const create = async (path: string, values: object): Promise<string> => {
    const { status, body } = await keeper.post(`/api/${path}`, values)
    expect(status).toBe(201)
    return (body as { readonly id: string }).id
  }
  const shelf = await create('shelves', { name: 'shelf' })
  await create('labels', { name: 'label', shelf })
  const second = await create('boxes', { name: 'box 1', shelf })
  const first = await create('boxes', { name: 'box 2', shelf })
  for (const [name, box] of [
    ['screw 1', first],
    ['screw 2', second],
    ['screw 3', first],
  ])
    await create('screws', { name, box })
  expect((await keeper.delete(`/api/shelves/${shelf}`)).status).toBe(204)
  const { body } = await keeper.get('/api/logs?sort=number')
  const texts = (body as { readonly items: readonly { readonly text: string }[] }).items.map(({ text }) => text)
  expect(texts).toEqual(['shelf', 'box 1', 'box 2', 'label', 'screw 2', 'screw 1', 'screw 3'])
})

test('webhooks of a deletion show the data as all of its events leave them', async () => {
  const create = async (path: string, values: object): Promise<string> => {
    const { status, body } = await keeper.post(`/api/${path}`, values)
    expect(status).toBe(201)
    return (body as { readonly id: string }).id
  }
  const logs = async (): Promise<number> => {
    const { body } = await keeper.get('/api/logs?limit=1000')
    return (body as { readonly items: readonly object[] }).items.length
  }
  const before = await logs()
  const shelf = await create('shelves', { name: 'rack' })
  await create('boxes', { name: 'upper box', shelf })
  await create('boxes', { name: 'lower box', shelf })
  expect((await keeper.delete(`/api/shelves/${shelf}`)).status).toBe(204)
  const jobs = await app.dependencies.storage.database.newestJobs('webhook', 100)
  const payloads = jobs.map(({ value }) => JSON.parse(String(value['body'])) as { name: string; logs: number })
  const told = payloads.filter(({ name }) => ['rack', 'upper box', 'lower box'].includes(name))
  expect(told.map(({ name }) => name).toSorted()).toEqual(['lower box', 'rack', 'upper box'])
  expect(told.map(({ logs: counted }) => counted)).toEqual([before + 3, before + 3, before + 3])
})
