// Size and type of files hold wherever a field takes one: by a step, by a state that asks for it, by a call, by an effect that copies.
// @module-tag reference/files
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'
import { documentOf } from '../../../helpers/compile-document.ts'
import { PDF } from './file-document.ts'
import { uploaded } from './file-requests.ts'

const DOCUMENT = documentOf({
  3: `### Thing

| field | type | limits |
|---|---|---|
| name | text | |
| photo | file | 10 KB, types pdf |
| papers | files | at most 2, 10 KB each, types pdf |
| other | file | |`,
  4: `### Thing.status

- starts: draft
- ends: filed

| transition | from | to | who | asks | then |
|---|---|---|---|---|---|
| show | draft | stay | everyone | doc: file, docs: files | photo = coalesce(input.doc, photo); papers = coalesce(input.docs, papers) |
| name it | draft | stay | everyone | photo: file required | photo = input.photo |
| copy | draft | stay | everyone | | photo = other |
| file it | draft | filed | everyone | | |

| field | filed |
|---|---|
| papers | required |`,
  6: `| role | entity | may |
|---|---|---|
| everyone | Thing | everything |`,
  7: `### POST /api/bring

- who: everyone

| takes | in | type | required |
|---|---|---|---|
| doc | body | file | yes |

1. create Thing { name: "brought", photo: input.doc }

### POST /api/things/:id/put of Thing

- who: everyone

| takes | in | type | required |
|---|---|---|---|
| doc | body | file | yes |

1. thing.photo = input.doc`,
})

let app: TestApp
let person: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  person = await app.as('')
})
afterAll(() => app.stop())

const large = Buffer.concat([PDF, Buffer.alloc(20_000, 32)])

/** The answer to a request that sends one file, or several, that the field does not take. */
async function send(path: string, name: string, several: boolean, content: Buffer<ArrayBuffer>, fileName: string) {
  const { id } = await uploaded(person, fileName, content)
  const { status, body } = await person.post(path, { [name]: several ? [{ id }] : { id } })
  return [status, body.errors?.[0]?.field, body.errors?.[0]?.code]
}

test('a file that its field does not take is refused, at the input that brought it', async () => {
  const { body } = await person.post('/api/things', { name: 'A' }).expect(201)
  const path = `/api/things/${body.id}`
  const ways: readonly (readonly [string, string, boolean])[] = [
    [`${path}/show`, 'doc', false],
    [`${path}/show`, 'docs', true],
    [`${path}/name-it`, 'photo', false],
    [`${path}/file-it`, 'papers', true],
    ['/api/bring', 'doc', false],
    [`${path}/put`, 'doc', false],
  ]
  for (const [way, name, several] of ways) {
    expect(await send(way, name, several, Buffer.from('some words'), 'a.txt'), way).toEqual([
      422,
      name,
      'wrong_file_type',
    ])
    expect(await send(way, name, several, large, 'a.pdf'), way).toEqual([422, name, 'too_big'])
    // The last steps but one leave the record where it was.
    if (way !== `${path}/file-it`) expect((await send(way, name, several, PDF, 'a.pdf'))[0], way).toBeLessThan(300)
  }
})

test('what an effect copies has to fit as well, and what the field holds stays', async () => {
  const { id } = await uploaded(person, 'a.txt', Buffer.from('some words'))
  const { body } = await person.post('/api/things', { name: 'B', other: { id } }).expect(201)
  const refused = await person.post(`/api/things/${body.id}/copy`, {})
  expect([refused.status, refused.body.errors[0].code]).toEqual([422, 'wrong_file_type'])
  const plan = await uploaded(person)
  await person.patch(`/api/things/${body.id}`, { papers: [{ id: plan.id }] }).expect(200)
  await person.post(`/api/things/${body.id}/file-it`, {}).expect(200)
  expect((await person.get(`/api/things/${body.id}`)).body).toMatchObject({
    status: 'filed',
    papers: [{ id: plan.id }],
  })
})
