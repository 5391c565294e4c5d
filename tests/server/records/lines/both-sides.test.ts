// Rules "from both sides" in a head that is written with its lines: errors stand at the field that the rule speaks of.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'
import { patch } from './start-claims.ts'

const DOCUMENT = documentOf({
  3: `### Order

| field | type | required | value |
|---|---|---|---|
| most | integer | yes | |
| budget | integer | yes | |

### Item

| field | type | required |
|---|---|---|
| order | Order (as lines), part of it | yes |
| what | text | yes |
| price | integer | yes |
| cap | integer | |
`,
  4: 'none.',
  5: `| rule | entity | must hold | otherwise | on | checked |
|---|---|---|---|---|---|
| Not too dear | Item | \`price <= order.most\` | Too dear. | price | from both sides |
| Below each cap | Item | \`cap == null or order.lines.all(l, l.price <= this.cap)\` | Above the cap. | cap | from both sides |
| Within the budget | Order | \`lines.sum(l, l.price) <= budget\` | Beyond the budget. | budget | from both sides |
`,
  6: '| role | is |\n|---|---|\n| Clerk | orders |\n\n| role | entity | may |\n|---|---|---|\n| Clerk | Order, Item | everything |\n',
})

let app: TestApp
let clerk: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  clerk = await app.as('Clerk')
})
afterAll(() => app.stop())

const item = (what: string, price: number, more: object = {}) => ({ what, price, ...more })
const ordered = async (...lines: readonly object[]) => {
  const { body } = await clerk.post('/api/orders', { most: 10, budget: 30, lines })
  return { path: `/api/orders/${body.id}`, version: body._version, ids: body.lines.map(({ id }: { id: string }) => id) }
}
const errorsOf = ({ body }: { readonly body: { readonly errors?: readonly { field: string; message: string }[] } }) =>
  body.errors?.map(({ field, message }) => `${field}: ${message}`)

describe('a rule from both sides', { tags: 'reference/point-5-validation-rules' }, () => {
  test('of a line that the head breaks stands at the line, wherever it was sent', async () => {
    const { path, version, ids } = await ordered(item('a', 1), item('b', 2), item('c', 9))
    const lines = ids.map((id: string) => ({ id }))
    expect(errorsOf(await patch(clerk, path, version, { most: 5, lines }))).toEqual(['lines[2].price: Too dear.'])
    const turned = [{ id: ids[2] }, ...lines.slice(0, 2), item('d', 4)]
    expect(errorsOf(await patch(clerk, path, version, { most: 5, lines: turned }))).toEqual([
      'lines[0].price: Too dear.',
    ])
    // The line was not sent: it has no place.
    const alone = await patch(clerk, path, version, { most: 5 })
    expect([alone.status, errorsOf(alone), alone.body.detail]).toEqual([422, undefined, 'Too dear.'])
  })

  test('of a line that another line breaks stands at the first', async () => {
    const made = await clerk.post('/api/orders', {
      most: 10,
      budget: 30,
      lines: [item('a', 1, { cap: 3 }), item('b', 5)],
    })
    expect(errorsOf(made)).toEqual(['lines[0].cap: Above the cap.'])
    const { path, version, ids } = await ordered(item('a', 1, { cap: 3 }), item('b', 2))
    const lines = [{ id: ids[1], price: 4 }, { id: ids[0] }]
    expect(errorsOf(await patch(clerk, path, version, { lines }))).toEqual(['lines[1].cap: Above the cap.'])
  })

  test('of the head that its lines break stands at the field of the head, once', async () => {
    const { path, version, ids } = await ordered(item('a', 10), item('b', 10))
    const lines = [...ids.map((id: string) => ({ id })), item('c', 6), item('d', 7)]
    expect(errorsOf(await patch(clerk, path, version, { lines }))).toEqual(['budget: Beyond the budget.'])
    const made = await clerk.post('/api/orders', { most: 10, budget: 5, lines: [item('a', 3), item('b', 3)] })
    expect(errorsOf(made)).toEqual(['budget: Beyond the budget.'])
  })
})
