// Empty lists and objects are values in JSON: they meet "required", and come out as they went in.
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../apps/start-app.ts'
import { documentOf } from '../../helpers/compile-document.ts'

const app = await startApp(
  documentOf({
    3: '### Thing\n\n| field | type | required |\n|---|---|---|\n| extra | json | yes |\n| names | list of text | no |',
  }),
)
afterAll(() => app.stop())

test.each([[[]], [{}], [[[]]], [0], [false]])('%j is kept, exported and imported again', async (extra) => {
  const root = await app.as('Administrator')
  const { id } = (await root.post('/api/things', { extra }).expect(201)).body as { id: string }
  expect((await root.get(`/api/things/${id}`).expect(200)).body).toMatchObject({ extra, names: [] })
  const filter = encodeURIComponent(`id == "${id}"`)
  const { text } = await root.get(`/api/things/export?filter=${filter}`).expect(200)
  await root.patch(`/api/things/${id}`, { extra: 'another' }).expect(200)
  await root.post('/api/things/import?mode=run&match=id').type('text/csv').send(text).expect(200)
  expect((await root.get(`/api/things/${id}`).expect(200)).body.extra).toEqual(extra)
})

test('stands in the history of its creation', async () => {
  const root = await app.as('Administrator')
  const { id } = (await root.post('/api/things', { extra: [] }).expect(201)).body as { id: string }
  const { body } = await root.get(`/api/things/${id}/history`).expect(200)
  expect(body.items).toMatchObject([{ changes: { extra: [null, []] } }])
})

test('null is nothing, as everywhere', async () => {
  const root = await app.as('Administrator')
  const { body } = await root.post('/api/things', { extra: null }).expect(422)
  expect(body.errors).toMatchObject([{ field: 'extra', code: 'required' }])
})
