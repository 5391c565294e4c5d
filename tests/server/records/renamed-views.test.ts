// Saved views, and addresses of lists, follow a renamed field; what can't be followed finds nothing.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filterText, readListFilter } from '../../../client/data/filters/list-filter.ts'
import { publishDocument } from '../../../server/document/publish-document.ts'
import { followRenames } from '#shared/protocol/follow-renames.ts'
import { compileDocument, documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const documentWith = (fields: string, grant = 'all'): string =>
  documentOf({
    2: `| route | screen | shows | for |
|---|---|---|---|
| /items | Items | table of Item | everyone |
`,
    3: `### Shelf

| field | type | was |
|---|---|---|
| name | text | |

### Item

| field | type | was |
|---|---|---|
| name | text | |
${fields}
`,
    6: `| role | is |
|---|---|
| Clerk | sorts |

| role | entity | may | where | fields |
|---|---|---|---|---|
| everyone | Shelf | everything | | |
| everyone | Item | create, read, update | | ${grant} |
`,
  })

const BEFORE = documentWith(`| code | text | |
| stage | one of new, in progress, done | |
| shelf | Shelf | |`)
const AFTER_FIELDS = `| part number | text | code |
| phase | one of new, in progress, done | stage |
| rack | Shelf | shelf |`
const AFTER = documentWith(AFTER_FIELDS)

const fromFile = (text: string) => ({ text, file: 'test.md', isFromFile: true, by: null })

let app: TestApp
let clerk: Caller
beforeAll(async () => {
  app = await startApp(BEFORE)
  clerk = await app.as('Clerk')
  for (const code of ['A', 'B', 'C', 'D']) await clerk.post('/api/items', { name: code, code, stage: 'done' })
})
afterAll(() => app.stop())

const SAVED = 'code=B&stage=done&sort=-code,shelf.name&_columns=code,shelf.name&_widths=code:120&_group=stage'

test('a saved view goes on with the fields as they are called now, and finds the same records', async () => {
  await clerk.post('/api/system/views', { screen: 'items', name: 'B', query: SAVED }).expect(201)
  const { current, storage } = app.dependencies
  expect(await publishDocument({ current, storage }, fromFile(AFTER))).toMatchObject({ published: true })
  const [view] = (await clerk.get('/api/system/views').expect(200)).body.items
  const query = new URLSearchParams(view.query as string)
  expect(Object.fromEntries(query)).toEqual({
    part_number: 'B',
    phase: 'done',
    sort: '-part_number,rack.name',
    _columns: 'part_number,rack.name',
    _widths: 'part_number:120',
    _group: 'phase',
  })
  const model = compileDocument(AFTER)
  const entity = model.entities.get('Item')
  if (entity === undefined) throw new Error('There is no Item.')
  const filter = filterText(model, entity, readListFilter(model, entity, new Set(entity.fields.keys()), query)) ?? ''
  const { body } = await clerk.get(`/api/items?filter=${encodeURIComponent(filter)}`).expect(200)
  expect(body.items.map(({ name }: { readonly name: string }) => name)).toEqual(['B'])
})

test('an address follows too, its condition in words of the language as well, but not texts in it', () => {
  const model = compileDocument(AFTER)
  const entity = model.entities.get('Item')
  if (entity === undefined) throw new Error('There is no Item.')
  const follow = (text: string, knows = (): boolean => true) =>
    new URLSearchParams(followRenames({ model, knows }, entity, new URLSearchParams(text))).toString()
  const where = new URLSearchParams({ _where: 'code == "code" and shelf.name == "x" and size(code) > 1' })
  expect(new URLSearchParams(follow(where.toString())).get('_where')).toBe(
    'part_number == "code" and rack.name == "x" and size(part_number) > 1',
  )
  expect(follow('code:contains=code&q=code&view=code')).toBe('part_number%3Acontains=code&q=code&view=code')
  // What is called now of a field that they may not know is nobody's to learn.
  expect(follow('code=B', () => false)).toBe('code=B')
})

test('a filter by a field that is gone, or hidden now, finds nothing rather than everything', async () => {
  const { current, storage } = app.dependencies
  const hidden = documentWith(AFTER_FIELDS, 'all except part_number')
  expect(await publishDocument({ current, storage }, fromFile(hidden))).toMatchObject({ published: true })
  const [view] = (await clerk.get('/api/system/views').expect(200)).body.items
  expect(view.query).toContain('code=B')
  expect(view.query).not.toContain('part_number')
  const { model } = app.dependencies.current.running
  const entity = model.entities.get('Item')
  if (entity === undefined) throw new Error('There is no Item.')
  const readable = new Set([...entity.fields.keys()].filter((field) => field !== 'part_number'))
  const filter = readListFilter(model, entity, readable, new URLSearchParams(view.query as string))
  expect(filter.lost).toEqual([{ key: 'code', value: 'B' }])
  const found = await clerk.get(`/api/items?filter=${encodeURIComponent(filterText(model, entity, filter) ?? '')}`)
  expect([found.status, found.body.items]).toEqual([200, []])
})
