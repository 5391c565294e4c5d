// Reassigns what is open under a person's name: as one change set that can be undone, with what refused and why.
// @module-tag call/get/system/people/id/open
// @module-tag call/post/system/people/id/reassign
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const DOCUMENT = documentOf({
  3: `### Job

| field | type | default |
|---|---|---|
| title | text | |
| asker | Person (as jobs_asked) | \`me\` |
| worker | Person (as jobs_to_do) | |
| helpers | several Person (as jobs_helped) | |

### Team

| field | type |
|---|---|
| name | text |
| lead | Person (as led_teams) |

### Note

| field | type | default |
|---|---|---|
| text | text | |
| author | Person (as notes) | \`me\` |
`,
  4: `### Job.status

- starts: open
- ends: done

| transition | from | to | who |
|---|---|---|---|
| finish | open | done | everyone |
`,
  5: `| rule | entity | must hold | otherwise |
|---|---|---|---|
| Nobody works for themselves | Job | \`worker == null or worker != asker\` | You can’t work on what you asked for. |
`,
  6: `| role | entity | may |
|---|---|---|
| everyone | Job, Team, Note, Person | everything |
`,
})

let app: TestApp
let administrator: Caller
let leaver: Caller
let heir: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  administrator = await app.as('Administrator')
  leaver = await app.as('', 'Lea')
  heir = await app.as('', 'Hugo')
})
afterAll(() => app.stop())

const job = async (title: string, by: Caller, fields: object = {}): Promise<string> =>
  (await by.post('/api/jobs', { title, worker: leaver.id, ...fields }).expect(201)).body.id
const read = async (path: string) => (await administrator.get(path).expect(200)).body
const open = async () => (await read(`/api/system/people/${leaver.id}/open`)).items
const FIELDS = [
  { entity: 'Job', field: 'worker' },
  { entity: 'Job', field: 'helpers' },
  { entity: 'Team', field: 'lead' },
]

test(
  'all of it is one change set: what a rule refuses stays, and is named with the reason',
  { tags: 'reference/mentions' },
  async () => {
    const [roof, own, done] = [
      await job('Roof', administrator),
      await job('Own', heir),
      await job('Done', administrator),
    ]
    const wall = await job('Wall', administrator, { worker: null, helpers: [leaver.id, administrator.id] })
    await leaver.post('/api/jobs', { title: 'Asked' }).expect(201)
    await administrator.post(`/api/jobs/${done}/finish`).expect(200)
    const team = (await administrator.post('/api/teams', { name: 'A', lead: leaver.id }).expect(201)).body.id
    await leaver.post('/api/notes', { text: 'Mine' }).expect(201)
    const items = [
      { entity: 'Job', plural: 'Jobs', field: 'asker', label: 'Asker', count: 1, isAuthor: true },
      { entity: 'Job', plural: 'Jobs', field: 'worker', label: 'Worker', count: 2, isAuthor: false },
      { entity: 'Job', plural: 'Jobs', field: 'helpers', label: 'Helpers', count: 1, isAuthor: false },
      { entity: 'Team', plural: 'Teams', field: 'lead', label: 'Lead', count: 1, isAuthor: false },
    ]
    expect(await open()).toEqual(items)

    const body = { to: heir.id, fields: FIELDS }
    const handed = (await administrator.post(`/api/system/people/${leaver.id}/reassign`, body).expect(200)).body
    expect(handed).toMatchObject({ changed: 3, more: false })
    expect(handed.refused).toEqual([
      { entity: 'Job', id: own, title: 'Own', message: 'You can’t work on what you asked for.' },
    ])
    expect((await read(`/api/jobs/${roof}`)).worker).toBe(heir.id)
    expect((await read(`/api/jobs/${done}`)).worker).toBe(leaver.id)
    expect((await read(`/api/jobs/${wall}`)).helpers.toSorted()).toEqual([heir.id, administrator.id].toSorted())
    expect((await read(`/api/teams/${team}`)).lead).toBe(heir.id)
    expect((await open()).map(({ field, count }: { field: string; count: number }) => `${field} ${count}`)).toEqual([
      'asker 1',
      'worker 1',
    ])

    const [noted] = (await read('/api/system/audit?limit=1')).items
    expect(noted).toMatchObject({ event: 'handed_over', detail: { heir: heir.id, count: 3, refused: 1 } })
    expect(noted.subject.id).toBe(leaver.id)

    await administrator.post(`/api/system/changes/${handed.changeSet}/undo`, {}).expect(200)
    expect(await open()).toEqual(items)
  },
)

test('it is only for administrators, and only to somebody who is there', async () => {
  const path = `/api/system/people/${leaver.id}`
  await heir.get(`${path}/open`).expect(403)
  await heir.post(`${path}/reassign`, { to: heir.id, fields: FIELDS }).expect(403)
  await app.anyone.get(`${path}/open`).expect(401)
  await administrator.get('/api/system/people/01890000-0000-7000-8000-000000000000/open').expect(404)
  for (const to of [leaver.id, '01890000-0000-7000-8000-000000000000'])
    await administrator.post(`${path}/reassign`, { to, fields: FIELDS }).expect(422)
})
