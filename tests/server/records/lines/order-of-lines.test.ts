// Lines stand as they were entered, for all who may read them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'

const line = (name: string, more = '') => `### ${name}

| field | type | required |
|---|---|---|
| order | Order (as ${name.toLowerCase()}s), part of it | yes |
| what | text | yes |
| position | integer | no |
${more}`

let app: TestApp
let clerk: Caller
let guest: Caller
beforeAll(async () => {
  app = await startApp(
    documentOf({
      3: `### Order\n\n| field | type |\n|---|---|\n| name | text |\n\n${line('Item')}\n${line('Note', '\n- order: position')}`,
      6: `| role | is |
|---|---|
| Clerk | writes |
| Guest | looks |

| role | entity | may | fields |
|---|---|---|---|
| Clerk | Order, Item, Note | everything | all |
| Guest | Order | read | name |
| Guest | Item, Note | read | order, what |
`,
    }),
  )
  clerk = await app.as('Clerk')
  guest = await app.as('Guest')
})
afterAll(() => app.stop())

test('also for those who may not read when that was, or by what the document orders them', async () => {
  const entered = ['a', 'b', 'c', 'd'].map((what, at) => ({ what, position: 9 - at }))
  const made = await clerk.post('/api/orders', { name: 'Desk', items: entered, notes: entered })
  const path = `/api/orders/${made.body.id}?expand=items,notes`
  const read = async (person: Caller) => {
    const { body } = await person.get(path).expect(200)
    const of = (lines: readonly { readonly what: string }[]) => lines.map(({ what }) => what).join('')
    return [of(body.items), of(body.notes)]
  }
  expect(await read(clerk)).toEqual(['abcd', 'dcba'])
  expect(await read(guest)).toEqual(['abcd', 'abcd'])
  const { body } = await guest.get('/api/items').expect(200)
  expect((body.items as readonly { readonly what: string }[]).map(({ what }) => what)).toEqual(['a', 'b', 'c', 'd'])
  const pages = [await guest.get('/api/items?limit=2').expect(200)]
  pages.push(await guest.get(`/api/items?limit=2&after=${pages[0]?.body.next}`).expect(200))
  expect(pages.flatMap((page) => page.body.items.map((each: { what: string }) => each.what)).join('')).toBe('abcd')
})
