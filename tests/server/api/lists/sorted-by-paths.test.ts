// A list that the document sorts by a field of a related record: as it says for those who may read that, and else by the other keys.
import { writeSort } from '#shared/decisions/2-screens.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reviveModel } from '#shared/model/serialize.ts'
import { isShown } from '#shared/points/declarations.ts'
import { PAGE_DATA } from '#shared/protocol/session.ts'
import { readableSort } from '../../../../client/data/records/sort-parameter.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'
import { documentOf } from '../../../helpers/compile-document.ts'

const DOCUMENT = documentOf({
  2: `| route | screen | shows | for |
|---|---|---|---|
| /loans | Loans | table of Loan | everyone |

### Loans

- sort: tool.name descending, note
`,
  3: `### Tool

| field | type | required |
|---|---|---|
| name | text | yes |

### Loan

| field | type | required |
|---|---|---|
| tool | Tool | |
| note | text | |
`,
  6: `| role | is |
|---|---|
| Keeper | lends |
| Guest | looks |

| role | entity | may | fields |
|---|---|---|---|
| Keeper | Tool, Loan | everything | all |
| Guest | Tool | read | created_at |
| Guest | Loan | read | all |
`,
})

let app: TestApp
let keeper: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  keeper = await app.as('Keeper')
  const drill = (await keeper.post('/api/tools', { name: 'Drill' })).body.id
  const saw = (await keeper.post('/api/tools', { name: 'Saw' })).body.id
  for (const [tool, note] of [
    [drill, '4'],
    [undefined, '1'],
    [saw, '3'],
    [drill, '2'],
  ])
    await keeper.post('/api/loans', { ...(tool === undefined ? {} : { tool }), note }).expect(201)
})
afterAll(() => app.stop())

/** Requests the screen's list as the client does, by what the client knows of the document. */
async function listed(caller: Caller): Promise<{ readonly sort: string; readonly notes: readonly string[] }> {
  const model = reviveModel((await caller.get(PAGE_DATA.specification)).body.model)
  const session = (await caller.get(PAGE_DATA.session)).body
  const entity = model.entities.get('Loan')
  const [screen] = isShown(model.screens) ? model.screens.screens : []
  if (!entity || !screen) throw new Error('The list is not shown.')
  const sort = writeSort(readableSort(model, session, entity, screen.sort ?? []))
  const { body } = await caller.get(`/api/loans?sort=${sort}`).expect(200)
  return { sort, notes: body.items.map(({ note }: { readonly note: string }) => note) }
}

test('goes by the related field, empty ones last, and by the other keys then', async () => {
  expect(await listed(keeper)).toEqual({ sort: '-tool.name,note', notes: ['3', '2', '4', '1'] })
})

test('leaves out what its reader may not read', async () => {
  expect(await listed(await app.as('Guest'))).toEqual({ sort: 'note', notes: ['1', '2', '3', '4'] })
})
