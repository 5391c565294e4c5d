// Relations that a deletion clears, over HTTP: the records that lose them obey rules and have events as at any change.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'

const TOURS = documentOf({
  3: `### Tour

| field | type | required |
|---|---|---|
| name | text | yes |

### Load

| field | type | required | value |
|---|---|---|---|
| name | text | yes |
| tour | Tour (as loads), cleared when deleted | \`name == "required"\` |
| second | Tour (as seconds), cleared when deleted | |
| tours | several Tour (as many loads), cleared when deleted | |
| note | text | |
| secret | yes/no | |
| touring | computed yes/no | | \`tour != null\` |`,
  4: `### Load

| transition | when | then |
|---|---|---|
| tour changed | \`tour == null\` | note = "tour lost" |
| tour changed | \`name == "gone"\` | delete this |
| tour changed | \`name == "refused"\` | refuse STUCK |`,
  5: `| rule | entity | must hold | otherwise | on | checked | else |
|---|---|---|---|---|---|---|
| Not without a tour | Load | \`tour != null or name != "fixed"\` | A fixed load needs a tour. | tour | |
| Both sides | Load | \`tour.name != null or name != "sides"\` | A load of both sides needs a tour. | tour | from both sides |
| Better with a tour | Load | \`tour != null or name != "warned"\` | It has no tour then. | tour | | warn |
| With tours | Load | \`tours.count() >= 1 or name != "many"\` | It needs one tour at least. | tours | |`,
  6: `| role | is |
|---|---|
| Boss | all |
| Driver | drives |

| role | entity | may | where |
|---|---|---|---|
| Boss | Tour, Load | everything | |
| Driver | Tour | read, delete | |
| Driver | Load | read | \`not secret\` |`,
  8: `| code | status | message |
|---|---|---|
| STUCK | 409 | {name} is stuck. |`,
})

let app: TestApp
let boss: Caller
let driver: Caller
let tour: string

beforeAll(async () => {
  app = await startApp(TOURS)
  boss = await app.as('Boss')
  driver = await app.as('Driver')
})
afterAll(() => app.stop())
beforeEach(async () => {
  tour = await create('tours', { name: 'North' })
})

async function create(path: string, body: object): Promise<string> {
  const answer = await boss.post(`/api/${path}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.id
}

const read = async (id: string) => (await boss.get(`/api/loads/${id}`).expect(200)).body

test.each([
  ['fixed', 'A fixed load needs a tour.', 'Not without a tour'],
  ['sides', 'A load of both sides needs a tour.', 'Both sides'],
])('a rule of the record that would be cleared refuses the deletion: %s', async (name, detail, line) => {
  const load = await create('loads', { name, tour })
  const { body } = await boss.delete(`/api/tours/${tour}`).expect(422)
  expect(body).toMatchObject({ detail, about: { entity: 'Load', id: load, title: name } })
  expect(body.source.text).toContain(line)
  expect(body).not.toHaveProperty('errors')
  expect(body.remedy).toBe(`Deleting this empties Tour of Load “${name}”. Change that there first, or delete it, too.`)
  expect(await read(load)).toMatchObject({ tour, _version: 1 })
  await boss.patch(`/api/loads/${load}`, { name: 'free' }).expect(200)
  await boss.delete(`/api/tours/${tour}`).expect(204)
})

test('so does a rule about relations to several', async () => {
  const other = await create('tours', { name: 'South' })
  const load = await create('loads', { name: 'many', tours: [tour, other] })
  await boss.delete(`/api/tours/${other}`).expect(204)
  const { body } = await boss.delete(`/api/tours/${tour}`).expect(422)
  expect(body).toMatchObject({ detail: 'It needs one tour at least.', about: { id: load } })
})

test('a value that the record requires refuses it, and cites its line', async () => {
  const load = await create('loads', { name: 'required', tour })
  const { body } = await boss.delete(`/api/tours/${tour}`).expect(409)
  expect(body).toMatchObject({ code: 'conflict', about: { entity: 'Load', id: load, title: 'required' } })
  expect(body.detail).toBe('Deleting this would leave Load invalid: Tour is required.')
  expect(body.source.text).toContain('name == "required"')
  await boss.patch(`/api/loads/${load}`, { note: 'still fine' }).expect(200)
})

test('nothing is said of a record that one may not read but the rule', async () => {
  const load = await create('loads', { name: 'fixed', tour, secret: true })
  const { body } = await driver.delete(`/api/tours/${tour}`).expect(422)
  expect(body.detail).toBe('A fixed load needs a tour.')
  expect(JSON.stringify(body)).not.toContain(load)
  expect(body).not.toHaveProperty('about')
  await boss.patch(`/api/loads/${load}`, { name: 'required' }).expect(200)
  const required = await driver.delete(`/api/tours/${tour}`).expect(409)
  expect(required.body.detail).toBe('It can’t be deleted: other records refer to it.')
  expect(JSON.stringify(required.body)).not.toContain('Load')
})

test('a warning asks first', async () => {
  const load = await create('loads', { name: 'warned', tour })
  const { body } = await boss.delete(`/api/tours/${tour}`).expect(422)
  expect(body.about).toMatchObject({ id: load })
  expect(body.remedy).toContain('Repeat the request')
  await boss.delete(`/api/tours/${tour}`).set('Confirm', body.confirm).expect(204)
})

test('the event comes, and the record has been changed by who deletes, with what is computed from it', async () => {
  const load = await create('loads', { name: 'free', tour, second: tour })
  const before = await read(load)
  expect(before).toMatchObject({ touring: true })
  await driver.delete(`/api/tours/${tour}`).expect(204)
  const after = await read(load)
  expect(after).toMatchObject({ tour: null, second: null, note: 'tour lost', touring: false, _version: 2 })
  expect(after.updated_by).toBe(driver.id)
  expect(after.updated_by).not.toBe(before.updated_by)
  const [entry, ...others] = (await boss.get(`/api/loads/${load}/history`).expect(200)).body.items
  expect(others).toHaveLength(1)
  expect(entry).toMatchObject({ event: 'changed', version: 2 })
  expect(entry.changes).toMatchObject({ tour: [tour, null], note: [null, 'tour lost'] })
})

test('an event that deletes the record, or refuses, does so here too', async () => {
  const gone = await create('loads', { name: 'gone', tour })
  await boss.delete(`/api/tours/${tour}`).expect(204)
  await boss.get(`/api/loads/${gone}`).expect(404)
  const other = await create('tours', { name: 'South' })
  const load = await create('loads', { name: 'free', tour: other })
  await boss.patch(`/api/loads/${load}`, { name: 'refused' }).expect(200)
  const { body } = await boss.delete(`/api/tours/${other}`).expect(409)
  expect(body).toMatchObject({ code: 'STUCK', detail: 'refused is stuck.', about: { id: load } })
})
