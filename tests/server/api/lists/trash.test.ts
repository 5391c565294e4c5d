// The trash over HTTP: what was deleted is listed to those who may restore, with its name, and with its history's last entry.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const SHED = documentOf({
  3: `### Tool

| field | type |
|---|---|
| name | text |
| price | money |

- title: "{name} ({price})"
`,
  6: `| role | is |
|---|---|
| Keeper | keeps the shed |
| Helper | helps |
| Auditor | counts |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Keeper | Tool | everything | | all |
| Keeper | Person | read | | name |
| Helper | Tool | read, restore | | name |
| Auditor | Tool | read, restore | | all |
| Auditor | Tool | see history | \`name != ""\` | all except updated_by |`,
})

let app: TestApp
let keeper: Caller
let helper: Caller
beforeAll(async () => {
  app = await startApp(SHED)
  keeper = await app.as('Keeper')
  helper = await app.as('Helper')
})
afterAll(() => app.stop())

test(
  'the trash says what a record is called, when it was deleted and who did it, as far as its reader may know that',
  { tags: 'reference/settings-of-an-entity' },
  async () => {
    const { body: tool } = await keeper.post('/api/tools', { name: 'Saw', price: '12.00' }).expect(201)
    await keeper.delete(`/api/tools/${tool.id}`).expect(204)
    const trash = async (caller: Caller) => (await caller.get('/api/tools?trash=yes').expect(200)).body.items
    expect(await trash(keeper)).toEqual([
      expect.objectContaining({
        id: tool.id,
        _deleted: {
          title: expect.stringMatching(/^Saw \(.*12\.00.*\)$/),
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
          by: { id: keeper.id, name: expect.stringContaining('Keeper') },
        },
      }),
    ])
    // A history without `updated_by` does not say who, and neither does the trash.
    const [counted] = await trash(await app.as('Auditor'))
    expect(counted._deleted).toEqual({ title: expect.any(String), at: expect.any(String) })
    // They may restore, but neither read the price, without which the title is the name, nor see histories.
    expect(await trash(helper)).toEqual([{ id: tool.id, _version: 1, name: 'Saw', _deleted: { title: 'Saw' } }])
    expect((await keeper.get('/api/tools').expect(200)).body.items).toEqual([])
    await helper.post(`/api/tools/${tool.id}/restore`, {}).expect(200)
    expect(await trash(keeper)).toEqual([])
    expect((await keeper.get('/api/tools').expect(200)).body.items[0]).not.toHaveProperty('_deleted')
  },
)
