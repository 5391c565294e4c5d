// A write is decided on the row as it is and as it will be, for roles that follow from other records too; and points to nothing hidden.
// @module-tag P14
// @module-tag P06
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { documentOf } from '../helpers/compile-document.ts'
import type { Caller, TestApp } from '../apps/start-app.ts'
import { startApp } from '../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Project

| field | type |
|---|---|
| name | text |
| lead | Person (as led) |
| secret | yes/no |

### Task

| field | type |
|---|---|
| title | text |
| owner | Person (as owned) |
| project | Project (as tasks) |
| frozen | yes/no |
| status | one of open, done |`,
  4: `### Task.status

- starts: open
- ends: done

| transition | from | to | who |
|---|---|---|---|
| finish | open | done | Lead |`,
  6: `| role | is | of | who |
|---|---|---|---|
| Member | works | | |
| Lead | leads | Project; Task by project | \`lead == me\` |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Member | Project | read | \`secret != true\` | |
| Member | Task | read | | |
| Member | Person | read | | name |
| Member | Task | create, update, delete | \`owner == me\` | title, owner, project, frozen |
| except Member | Task | update | \`frozen == true\` | |
| Lead | Project | read | | |
| Lead | Project | update | | name, lead |
| Lead | Task | create, update, delete | | title, project |`,
})

let app: TestApp
let root: Caller
let ada: Caller
let ben: Caller
let lead: Caller
let led: string
let other: string
let hidden: string
let task: string

beforeAll(async () => {
  app = await startApp(DOCUMENT)
  root = await app.as('Administrator')
  ada = await app.as('Member', 'Ada')
  ben = await app.as('Member', 'Ben')
  lead = await app.as('Member', 'Lea')
  const project = async (body: object): Promise<string> =>
    String((await root.post('/api/projects', body).expect(201)).body.id)
  led = await project({ name: 'Led', lead: lead.id })
  other = await project({ name: 'Other', lead: ben.id })
  hidden = await project({ name: 'Hidden', secret: true })
})
beforeEach(async () => {
  task = String((await root.post('/api/tasks', { title: 'Ada’s', owner: ada.id, project: led })).body.id)
})
afterAll(() => app.stop())

const at = (id = task): string => `/api/tasks/${id}`
const stored = async (): Promise<object> => (await root.get(at()).expect(200)).body

describe('an update', () => {
  test('of a row that is granted, to a row that is granted, goes through', async () => {
    await ada.patch(at(), { title: 'Mine' }).expect(200)
  })

  test('of a row that is not granted is refused, though it would be granted afterwards', async () => {
    const before = await stored()
    await ben.patch(at(), { owner: ben.id }).expect(403)
    await ben.patch(at(), { title: 'Taken', owner: ben.id }).expect(403)
    expect(await stored()).toEqual(before)
  })

  test(
    'to a row that is not granted is refused, though it was granted before',
    { tags: 'reference/point-6-roles-and-permissions' },
    async () => {
      const before = await stored()
      for (const body of [{ owner: ben.id }, { owner: null }, { title: 'Given away', owner: ben.id }])
        await ada.patch(at(), body).expect(403)
      expect(await stored()).toEqual(before)
    },
  )

  test('is refused where a line takes it away, before or afterwards', async () => {
    const before = await stored()
    await ada.patch(at(), { frozen: true }).expect(403)
    expect(await stored()).toEqual(before)
    await root.patch(at(), { frozen: true }).expect(200)
    await ada.patch(at(), { frozen: false }).expect(403)
    await ada.patch(at(), { title: 'Thawed', frozen: null }).expect(403)
    expect(await stored()).toMatchObject({ title: 'Ada’s', frozen: true })
  })

  test(
    'by a role that follows from another record is decided on the record that it leads to',
    { tags: 'reference/roles-by-relation' },
    async () => {
      const before = await stored()
      await lead.patch(at(), { title: 'Led' }).expect(200)
      await lead.patch(at(), { project: other }).expect(403)
      await lead.patch(at(), { title: 'Moved', project: other }).expect(403)
      expect(await stored()).toMatchObject({
        ...before,
        title: 'Led',
        _version: 2,
        updated_at: expect.anything(),
        updated_by: lead.id,
      })
      // Whose record it is by itself: the lead can't hand the project over, as they would lead it no more.
      await lead.patch(`/api/projects/${led}`, { lead: ben.id }).expect(403)
      await lead.patch(`/api/projects/${led}`, { name: 'Led on' }).expect(200)
    },
  )
})

describe('a new record', () => {
  test('is decided as it will be', { tags: 'reference/point-6-roles-and-permissions' }, async () => {
    await ada.post('/api/tasks', { title: 'x', owner: ada.id }).expect(201)
    await ada.post('/api/tasks', { title: 'x', owner: ben.id }).expect(403)
    await lead.post('/api/tasks', { title: 'x', project: led }).expect(201)
    await lead.post('/api/tasks', { title: 'x', project: other }).expect(403)
  })
})

describe('a deletion', () => {
  test('is of rows that are granted', async () => {
    await ben.delete(at()).expect(403)
    await stored()
    await ada.delete(at()).expect(204)
  })
})

describe('a transition', () => {
  test('is for those who have the role on this record', async () => {
    await ben.post(`${at()}/finish`, {}).expect(403)
    await ada.post(`${at()}/finish`, {}).expect(403)
    await lead.post(`${at()}/finish`, {}).expect(200)
  })

  test('is the only way to another state, for administrators too', { tags: 'reference/who' }, async () => {
    for (const caller of [root, ada, lead]) {
      const { body } = await caller.patch(at(), { status: 'done' }).expect(422)
      expect(body.errors).toMatchObject([{ field: 'status', code: 'state_field' }])
    }
    expect(await stored()).toMatchObject({ status: 'open' })
    const made = await root.post('/api/tasks', { title: 'x', status: 'done' }).expect(422)
    expect(made.body.errors).toMatchObject([{ field: 'status', code: 'state_field' }])
  })
})

describe('a relation', () => {
  test('can be set to what may be read, and to what may not no more than to what is not there', async () => {
    const bare = (body: object): string => JSON.stringify({ ...body, request: '' })
    const nowhere = '019aa5c0-0000-7000-8000-00000000ffff'
    const own = { title: 'x', owner: ada.id }
    await ada.post('/api/tasks', { ...own, project: led }).expect(201)
    const asked = [
      (project: string) => ada.post('/api/tasks', { ...own, project }),
      (project: string) => ada.patch(at(), { project }),
    ]
    for (const ask of asked) {
      const [closed, missing] = [await ask(hidden).expect(422), await ask(nowhere).expect(422)]
      expect(closed.body.errors).toMatchObject([{ field: 'project', code: 'not_found' }])
      expect(bare(closed.body)).toBe(bare(missing.body))
    }
  })
})

describe('a caller who is nobody', () => {
  test('has no role that follows from records, not even on those that belong to nobody', async () => {
    const { body } = await root.post('/api/projects', { name: 'Led by nobody' }).expect(201)
    await app.anyone.get('/api/projects').expect(401)
    await app.anyone.get(`/api/projects/${body.id}`).expect(401)
    await app.anyone.patch(`/api/projects/${body.id}`).send({ name: 'Taken' }).expect(401)
    await app.anyone.get('/api/tasks').expect(401)
    const stranger = await app.as('', 'Stranger')
    expect((await stranger.get('/api/projects').expect(200)).body.items).toEqual([])
  })
})
