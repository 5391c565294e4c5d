// An entity of which there is only one record, over HTTP.
import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const CONFERENCE = documentOf({
  2: `
| route | screen | shows | for |
|---|---|---|---|
| /conference | Conference | record of Conference | anyone |
`,
  3: `
### Conference

- only one: yes

| field | type | required |
|---|---|---|
| name | text | yes |
| deadline | date and time | yes |

### Paper

| field | type | required |
|---|---|---|
| title | text | yes |
`,
  5: `
| rule | entity | must hold | otherwise | checked |
|---|---|---|---|---|
| In time | Paper | \`now < conference.deadline\` | LATE | when created |
`,
  6: `
| role | is |
|---|---|
| Author | writes |

| role | entity | may |
|---|---|---|
| Author | Conference, Paper | everything |
| anyone | Conference | read |
`,
  8: `
| code | status | message | meaning |
|---|---|---|---|
| LATE | 409 | {conference.name} takes no more papers. | |
`,
})

let app: TestApp
let author: Caller

beforeAll(async () => {
  app = await startApp(CONFERENCE)
  author = await app.as('Author')
})
afterAll(() => app.stop())

test('its screen is there when the record is', async () => {
  const { server } = app
  expect((await request(server).get('/conference')).status).toBe(404)
  const { body } = await author.post('/api/conferences', { name: 'First', deadline: '2026-12-01T00:00:00Z' })
  expect((await request(server).get('/conference')).status).toBe(200)
  await author.delete(`/api/conferences/${body.id}`)
})

test(
  'there is only one record, whose name expressions read; while there is none, it is empty',
  { tags: 'reference/only-one-record' },
  async () => {
    expect((await author.post('/api/papers', { title: 'Before anything' })).status).toBe(201)
    const conference = { name: 'Ours', deadline: '2026-12-01T00:00:00Z' }
    const { body, status } = await author.post('/api/conferences', conference)
    expect(status).toBe(201)
    const second = await author.post('/api/conferences', { ...conference, name: 'Another' })
    expect([second.status, second.body.code]).toEqual([409, 'conflict'])
    expect(second.body.detail).toBe('There is already one Conference; there can be only one.')
    expect((await author.post('/api/papers', { title: 'In time' })).status).toBe(201)
    await author.patch(`/api/conferences/${body.id}`, { deadline: '2026-11-01T00:00:00Z' })
    const late = await author.post('/api/papers', { title: 'Late' })
    expect([late.status, late.body.detail]).toEqual([409, 'Ours takes no more papers.'])
    const found = await author.get(`/api/papers?filter=${encodeURIComponent('created_at > conference.deadline')}`)
    expect(found.body.items).toHaveLength(2)
  },
)

test('one out of the trash does not come back beside another', async () => {
  const { body } = await author.get('/api/conferences')
  const { id } = body.items[0]
  expect((await author.delete(`/api/conferences/${id}`)).status).toBe(204)
  const next = await author.post('/api/conferences', { name: 'Next', deadline: '2027-01-01T00:00:00Z' })
  expect(next.status).toBe(201)
  expect((await author.post(`/api/conferences/${id}/restore`)).status).toBe(409)
  await author.delete(`/api/conferences/${next.body.id}`)
  expect((await author.post(`/api/conferences/${id}/restore`)).status).toBe(200)
})

test('all at once make one', { tags: 'reference/only-one-record' }, async () => {
  const { body } = await author.get('/api/conferences')
  await author.delete(`/api/conferences/${body.items[0].id}`)
  const values = { name: 'Race', deadline: '2027-01-01T00:00:00Z' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => author.post('/api/conferences', values)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
})
