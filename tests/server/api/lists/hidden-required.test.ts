// A required field that a reader may not read is empty to their filters, on either engine.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'
import { documentOf } from '../../../helpers/compile-document.ts'

const SHED = documentOf({
  3: `### Tool

| field | type | required |
|---|---|---|
| name | text | yes |
| price | money | yes |
| deposit | money | |
| open | yes/no | |`,
  6: `| role | is |
|---|---|
| Keeper | keeps |
| Guest | looks |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Keeper | Tool | everything | | all |
| Guest | Tool | read | | name, deposit, open |
| Guest | Tool | read | \`open\` | all |`,
})

let app: TestApp
let guest: Caller
beforeAll(async () => {
  app = await startApp(SHED)
  const keeper = await app.as('Keeper')
  await keeper.post('/api/tools', { name: 'Saw', price: '1.00', open: true }).expect(201)
  await keeper.post('/api/tools', { name: 'Axe', price: '2.00' }).expect(201)
  guest = await app.as('Guest')
})
afterAll(() => app.stop())

const found = async (filter: string): Promise<readonly string[]> => {
  const { body } = await guest.get(`/api/tools?sort=name&filter=${encodeURIComponent(filter)}`).expect(200)
  return body.items.map(({ name }: { readonly name: string }) => name)
}

test('a value that is read of some records only is as empty in the others as what is empty', async () => {
  expect(await found('price == 1.00')).toEqual(['Saw'])
  expect(await found('price == null')).toEqual(['Axe'])
  expect(await found('price == deposit')).toEqual(['Axe'])
  expect(await found('deposit != price')).toEqual(['Saw'])
})
