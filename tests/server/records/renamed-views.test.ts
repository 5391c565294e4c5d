// Saved views, and addresses of lists, follow a renamed field; what can't be followed finds nothing.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { filterText, readListFilter } from '../../../client/data/filters/list-filter.ts'
import { publishDocument } from '../../../server/document/publish-document.ts'
import type { FormerName } from '#shared/protocol/follow-renames.ts'
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

const FORMER = [
  { entity: 'Item', name: 'code', field: 'part_number' },
  { entity: 'Item', name: 'stage', field: 'phase' },
  { entity: 'Item', name: 'shelf', field: 'rack' },
]

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
    new URLSearchParams(
      followRenames({ model, formerNames: FORMER, knows }, entity, new URLSearchParams(text)),
    ).toString()
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

describe('a field that was renamed more than once', () => {
  const REST = `| phase | one of new, in progress, done | |
| rack | Shelf | |`
  const TWICE = `| article | text | part number |\n${REST}`
  const LATER = `| article | text | |\n${REST}`
  let own: TestApp
  let by: Caller
  beforeEach(async () => {
    own = await startApp(BEFORE)
    by = await own.as('Clerk')
    for (const code of ['A', 'B']) await by.post('/api/items', { name: code, code, stage: 'done' }).expect(201)
    await by.post('/api/system/views', { screen: 'items', name: 'B', query: 'code=B&sort=-code' }).expect(201)
    await publish(AFTER_FIELDS)
    await publish(TWICE)
  })
  afterEach(() => own.stop())

  async function publish(fields: string, grant?: string) {
    const source = fromFile(documentWith(fields, grant))
    expect(await publishDocument(own.dependencies, source)).toMatchObject({ published: true })
  }
  const saved = async (): Promise<string> => (await by.get('/api/system/views').expect(200)).body.items[0].query
  const told = async (): Promise<readonly FormerName[]> => (await by.get('/api/spec').expect(200)).body.formerNames
  const namesOf = async (field: string) => (await told()).flatMap((each) => (each.field === field ? [each.name] : []))

  test('is followed by a view that was saved under its first name, which filters as before', async () => {
    expect(await saved()).toBe('article=B&sort=-article')
    const { model } = own.dependencies.current.running
    const entity = model.entities.get('Item')
    if (entity === undefined) throw new Error('There is no Item.')
    const query = new URLSearchParams(await saved())
    const filter = filterText(model, entity, readListFilter(model, entity, new Set(entity.fields.keys()), query)) ?? ''
    const { body } = await by.get(`/api/items?filter=${encodeURIComponent(filter)}`).expect(200)
    expect(body.items.map(({ name }: { readonly name: string }) => name)).toEqual(['B'])
  })

  test('is known by its former names to addresses in the browser', async () => {
    expect(await namesOf('article')).toEqual(['code', 'part_number'])
    const { model } = own.dependencies.current.running
    const entity = model.entities.get('Item')
    if (entity === undefined) throw new Error('There is no Item.')
    const renames = { model, formerNames: await told(), knows: () => true }
    expect(followRenames(renames, entity, new URLSearchParams('code=B&stage=done'))).toEqual([
      ['article', 'B'],
      ['phase', 'done'],
    ])
  })

  test('is followed after the document says no former name any more, and after a restart', async () => {
    await publish(LATER)
    expect(await saved()).toBe('article=B&sort=-article')
    const names = await told()
    expect(names.length).toBeGreaterThan(2)
    await own.close()
    own = await startApp(documentWith(LATER), own.directory)
    expect(own.dependencies.storage.formerNames).toEqual(names)
  })

  test('tells none of its names to those who may not read it', { tags: 'P21' }, async () => {
    await publish(LATER, 'all except article')
    expect(await saved()).toBe('code=B&sort=-code')
    expect(await namesOf('article')).toEqual([])
    expect(JSON.stringify(await told())).not.toContain('part_number')
  })

  test('leaves a former name to another field that has it now', async () => {
    await publish(`${LATER}\n| code | text | |`)
    expect(await saved()).toBe('code=B&sort=-code')
    await publish(LATER)
    expect(await namesOf('article')).toEqual(['part_number'])
    expect(await saved()).toBe('code=B&sort=-code')
  })
})
