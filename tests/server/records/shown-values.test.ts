// What stands for a value over HTTP: a computed relation's record, and a date by its pattern in messages.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

const document = documentOf({
  3: `### Company

| field | type |
|---|---|
| name | text |
| rating | text |

### Quote

| field | type |
|---|---|
| company | Company |

- title: "Quote for {company}, all in"

### Invoice

| field | type | value |
|---|---|---|
| quote | Quote | |
| due on | date | |
| company | computed Company | \`quote.company\` |
| next | computed Quote | \`Quote.filter(q, q.company.name == "Nobody").first()\` |
| line | computed text | \`"{quote};{next};{next.company}"\` |
| rivals | computed several Company | \`Company.filter(c, c != quote.company).sort_down(c, c.name)\` |
`,
  4: `### Invoice.status

- starts: open
- ends: paid

| transition | from | to | who | when | then | otherwise |
|---|---|---|---|---|---|---|
| ask | open | stay | Clerk | | notify created_by "({quote}) ({next})" | |
| pay | open | paid | Clerk | \`quote != null\` | notify created_by "Due on {due_on as EEEE}" "It was {due_on as d MMMM}." | NO_QUOTE |
`,
  6: `| role | is |
|---|---|
| Clerk | books |
| Reader | reads |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Clerk | Company, Quote, Invoice | everything | | all |
| Reader | Invoice | read | | all |
| Reader | Company | read | \`name != "Hidden"\` | name |
`,
  8: `| code | status | message |
|---|---|---|
| NO_QUOTE | 409 | Nothing was due on {due_on as EEEE}, nor in {format(due_on, "yyyy")}. |
`,
})

let app: TestApp

beforeAll(async () => {
  app = await startApp(document)
})
afterAll(() => app.stop())

test('a computed relation is expanded, and exported by its title, as far as its reader may see the record', async () => {
  const [clerk, reader] = [await app.as('Clerk'), await app.as('Reader')]
  const invoiceOf = async (name: string) => {
    const company = await clerk.post('/api/companies', { name, rating: 'AAA' })
    const quote = await clerk.post('/api/quotes', { company: company.body.id })
    const invoice = await clerk.post('/api/invoices', { quote: quote.body.id })
    expect(invoice).toMatchObject({ status: 201, body: { company: company.body.id } })
    return { path: `/api/invoices/${invoice.body.id}?expand=company`, company: company.body.id }
  }
  const [plain, hidden] = [await invoiceOf('Plain'), await invoiceOf('Hidden')]
  expect((await clerk.get(plain.path)).body.company).toMatchObject({ name: 'Plain', rating: 'AAA' })
  const seen = (await reader.get(plain.path)).body.company
  expect(seen).toMatchObject({ name: 'Plain' })
  expect(seen).not.toHaveProperty('rating')
  expect((await reader.get(hidden.path)).body.company).toBe(hidden.company)
  const { body } = await clerk.get('/api/invoices?expand=company')
  expect(body.items).toMatchObject([{ company: { name: 'Hidden' } }, { company: { name: 'Plain' } }])
  const exported = await clerk.get('/api/invoices/export?format=csv&fields=company')
  expect(exported.text.trim().split('\r\n').slice(1)).toEqual(['Hidden', 'Plain'])
})

test('a computed relation to several is expanded in its order, as far as its reader may see each record', async () => {
  const [clerk, reader] = [await app.as('Clerk'), await app.as('Reader')]
  const rivals = async (caller: Caller, path: string) => (await caller.get(path).expect(200)).body.rivals
  const { body: company } = await clerk.post('/api/companies', { name: 'Zeta', rating: 'B' })
  const { body: quote } = await clerk.post('/api/quotes', { company: company.id })
  const { body: invoice } = await clerk.post('/api/invoices', { quote: quote.id })
  const path = `/api/invoices/${invoice.id}`
  const ids = await rivals(clerk, path)
  const whole = await rivals(clerk, `${path}?expand=rivals`)
  expect(whole).toMatchObject([
    { name: 'Plain', rating: 'AAA' },
    { name: 'Hidden', rating: 'AAA' },
  ])
  expect(whole.map(({ id }: { id: string }) => id)).toEqual(ids)
  const seen = await rivals(reader, `${path}?expand=rivals`)
  expect(seen).toMatchObject([{ name: 'Plain' }, ids[1]])
  expect(seen[0]).not.toHaveProperty('rating')
  const listed = (await reader.get('/api/invoices?expand=rivals&fields=rivals').expect(200)).body.items
  expect(listed.map((item: { rivals: unknown }) => item.rivals)).toContainEqual(seen)
  const none = await clerk.post('/api/invoices', {})
  expect(await rivals(clerk, `/api/invoices/${none.body.id}?expand=rivals`)).toHaveLength(3)
  const exported = await clerk.get('/api/invoices/export?format=csv&fields=rivals').expect(200)
  expect(exported.text.split('\r\n')).toContain('"Plain, Hidden"')
})

test('a date in a message has a pattern', async () => {
  const clerk = await app.as('Clerk')
  const pay = async (fields: object) => {
    const { body } = await clerk.post('/api/invoices', { due_on: '2026-12-24', ...fields })
    return clerk.post(`/api/invoices/${body.id}/pay`)
  }
  expect(await pay({})).toMatchObject({
    status: 409,
    body: { code: 'NO_QUOTE', detail: 'Nothing was due on Thursday, nor in 2026.' },
  })
  const { body: quote } = await clerk.post('/api/quotes', {})
  expect(await pay({ quote: quote.id })).toMatchObject({ status: 200 })
  const inbox = await clerk.get('/api/system/inbox')
  expect(inbox.body.items).toMatchObject([{ subject: 'Due on Thursday', text: 'It was 24 December.' }])
})

test('where there is no record, no word of its title stands in its place', async () => {
  const clerk = await app.as('Clerk')
  const [none, one] = await Promise.all(
    [null, await quoteFor(clerk, 'Acme')].map(async (quote) => (await clerk.post('/api/invoices', { quote })).body),
  )
  expect([none.line, one.line]).toEqual([';;', 'Quote for Acme, all in;;'])
  const filter = encodeURIComponent('line == ";;"')
  const listed = (await clerk.get(`/api/invoices?filter=${filter}&fields=line`).expect(200)).body.items
  expect(listed.map(({ id }: { id: string }) => id)).toContain(none.id)
  for (const { id } of [none, one]) await clerk.post(`/api/invoices/${id}/ask`).expect(200)
  const { items } = (await clerk.get('/api/system/inbox').expect(200)).body
  const texts = items.map(({ text }: { text: string }) => text)
  expect(texts).toEqual(expect.arrayContaining(['() ()', '(Quote for Acme, all in) ()']))
})

async function quoteFor(clerk: Caller, name: string): Promise<string> {
  const { id: company } = (await clerk.post('/api/companies', { name })).body
  return (await clerk.post('/api/quotes', { company })).body.id
}
