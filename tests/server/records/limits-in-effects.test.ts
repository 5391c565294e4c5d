// A limit of a field that an effect writes into another record refuses with its own line, and names the field with its entity.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const FIELDS: readonly (readonly [row: string, wrong: string, refused: string])[] = [
  ['stock | integer | yes | min 0', 'stock: part.stock - 5', 'Stock of Part must be at least 0.'],
  ['share | number | | max 10', 'share: 11', 'Share of Part must be at most 10.'],
  ['name | text | yes | ', 'name: none', 'Name of Part is required.'],
  ['code | text | | max 3', 'code: "abcdef"', 'Code of Part has 6 characters; at most 3 are allowed.'],
  ['sign | text | | unique', 'sign: "taken"', 'Sign of Part is already taken.'],
  ['mark | text | | pattern "[a-z]+"', 'mark: "123"', 'Mark of Part must have the form [a-z]+.'],
  ['grade | one of a, b | yes | ', 'grade: letter', 'Grade of Part is required.'],
]
const STEPS = FIELDS.map(([row, wrong, refused]) => ({ row, field: row.split(' ')[0] ?? '', wrong, refused }))

const DOCUMENT = documentOf({
  3: `### Part

| field | type | required | limits |
|---|---|---|---|
${FIELDS.map(([row]) => `| ${row} |`).join('\n')}

### Use

| field | type |
|---|---|
| part | Part |
| of | Use (as others) |
| stock | integer |
| none | text |
| letter | one of a, b |
`,
  4: `### Use.status
- starts: open

| transition | from | to | who | then |
|---|---|---|---|---|
${STEPS.map(({ field, wrong }) => `| change ${field} | open | stay | Clerk | update part { ${wrong} } |`).join('\n')}
| begin | open | stay | Clerk | create Part { name: "Bolt", grade: "a" } |
| pass on | open | stay | Clerk | do change stock on others |
`,
  6: `| role | is |
|---|---|
| Clerk | works |

| role | entity | may |
|---|---|---|
| Clerk | Part, Use | everything |
`,
})

let app: TestApp
let clerk: Caller
beforeAll(async () => {
  app = await startApp(DOCUMENT)
  clerk = await app.as('Clerk')
})
afterAll(() => app.stop())

test.for(STEPS)('$field', async ({ row, field, refused }) => {
  await clerk.post('/api/parts', { stock: 3, name: 'Nut', grade: 'a', sign: 'taken' })
  const part = (await clerk.post('/api/parts', { stock: 3, name: 'Nut', grade: 'a' }).expect(201)).body.id
  const use = (await clerk.post('/api/uses', { part }).expect(201)).body.id
  const { body } = await clerk.post(`/api/uses/${use}/change-${field}`)
  const [error] = body.errors
  expect(error.message).toBe(refused)
  expect([error.source.text, body.source.text]).toEqual([`| ${row} |`, `| ${row} |`])
})

test('what is written of the record itself keeps its name, and the entity is said once', async () => {
  const part = (await clerk.post('/api/parts', { stock: 3, name: 'Nut', grade: 'a' }).expect(201)).body.id
  const messageOf = ({ body }: { readonly body: { readonly errors: readonly { readonly message: string }[] } }) =>
    body.errors[0]?.message
  expect(messageOf(await clerk.patch(`/api/parts/${part}`, { stock: -1 }))).toBe('Stock must be at least 0.')
  const first = (await clerk.post('/api/uses', { part }).expect(201)).body.id
  await clerk.post('/api/uses', { part, of: first }).expect(201)
  expect(messageOf(await clerk.post(`/api/uses/${first}/pass-on`))).toBe('Stock of Part must be at least 0.')
  expect(messageOf(await clerk.post(`/api/uses/${first}/begin`))).toBe('Stock of Part is required.')
})
