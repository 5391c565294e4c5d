// Effects for several at once over HTTP: blocks for each, several recipients, heads with lines, and messages with computed values.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentOf } from '../../../helpers/compile-document.ts'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { startApp } from '../../../apps/start-app.ts'
import { compile } from '#shared/compile.ts'

const ENTITIES = `### Job

| field | type |
|---|---|
| name | text |
| price | money |
| owner | Person |
| total | computed money |

### Task

| field | type | required |
|---|---|---|
| job | Job (as tasks) | yes |
| name | text | no |
| done | yes/no | no |

### Invoice

| field | type | value |
|---|---|---|
| name | text | |
| job | Job (as invoices) | |
| sum | computed money | \`lines.sum(l, l.amount)\` |
| double | computed money | \`sum + sum\` |
| secret | computed money | \`sum\` |

### Invoice line

| field | type | required | limits |
|---|---|---|---|
| invoice | Invoice (as lines), part of it | yes | at least 1 |
| text | text | yes | |
| amount | money | no | |
`.replace('| total | computed money |\n', '')

const TASKS = `| bill tasks | open | stay | Clerk | create Invoice { job: this, lines: tasks.map(t, { text: t.name }) } |
`

const states = (bill: string) => `### Job.status

- starts: open
- ends: closed

| transition | from | to | who | then |
|---|---|---|---|---|
| close | open | closed | Clerk | for each t in tasks: (let said = t.name; update t { done: true }; create Task { job: this, name: "after {said}" }) |
| finish | open | stay | Clerk | let open tasks = tasks.filter(t, t.done != true); for each t in open tasks: update t { done: true }; notify role Boss "{tasks.filter(t, t.name == "saw").count()} saw" |
| tell | open | stay | Clerk | notify owner, role Boss, role Clerk "Look at {name}" |
| tell twice | open | stay | Clerk | notify role Boss "Look at {name}"; notify role Clerk "Look at {name}"; notify role Clerk "Really" |
| bill | open | stay | Clerk | ${bill} |
${TASKS}
### Invoice.status

- starts: open

| transition | from | to | who | then |
|---|---|---|---|---|
| announce | open | stay | Clerk | notify role Reader "Sum {sum}, twice {double}, none {secret}, of {job.name}" |
`

const OWN_LINES = `| shorten | open | stay | Clerk | name = "short"; lines = [{ text: "All", amount: 1.00 }] |
| raise | open | stay | Clerk | lines = lines.map(l, { id: l.id, amount: l.amount + 1.00 }) |
| empty | open | stay | Clerk | lines = [] |
| write off | open | stay | Clerk | update job.invoices { name: "off", lines: [{ text: "Nothing", amount: 0.00 }] } |
| add to | open | stay | Clerk | create Invoice line { invoice: this, text: "More", amount: 5.00 } |
`

const ROLES = `| role | is |
|---|---|
| Clerk | works |
| Boss | leads |
| Reader | reads |

| role | entity | may | where | fields |
|---|---|---|---|---|
| Clerk | Job | everything | | all |
| Clerk | Task, Invoice | read, create, update | | all |
| Clerk, Boss | Invoice line | read | | all |
| Reader | Invoice | read | | name, sum, double, status, job |
| Boss | Job, Task | read, delete | | all |
| except Boss | Job | delete | \`name == "kept"\` | all |
| everyone | Person | read | | name |
`

const LINES =
  'create Invoice { name: name, job: this, lines: [{ text: name, amount: price }, { text: "Fee", amount: 2.00 }] }'

let app: TestApp
let clerk: Caller
let both: Caller

beforeAll(async () => {
  app = await startApp(documentOf({ 3: ENTITIES, 4: states(LINES) + OWN_LINES, 6: ROLES }))
  clerk = await app.as('Clerk')
  both = await app.as('Clerk, Boss')
})
afterAll(() => app.stop())

async function job(fields: object = {}): Promise<string> {
  const { body } = await clerk.post('/api/jobs', { name: 'Roof', price: '10.00', ...fields })
  return (body as { readonly id: string }).id
}

async function inboxOf(person: Caller, record: string): Promise<readonly string[]> {
  const { body } = await person.get('/api/system/inbox')
  const { items } = body as { readonly items: readonly { readonly record: string; readonly text: string }[] }
  return items.flatMap((item) => (JSON.stringify(item).includes(record) ? [item.text] : []))
}

test('several effects are done for each', async () => {
  const id = await job()
  for (const name of ['saw', 'nail']) await clerk.post('/api/tasks', { job: id, name, done: false })
  expect((await clerk.post(`/api/jobs/${id}/close`)).status).toBe(200)
  const { body } = await clerk.get(`/api/tasks?sort=name`)
  const { items } = body as { readonly items: readonly { readonly name: string; readonly done: boolean | null }[] }
  expect(items.map(({ name, done }) => `${name} ${done}`)).toEqual([
    'after nail null',
    'after saw null',
    'nail true',
    'saw true',
  ])
})

test('a value named by several words is used by them, and a hole has quotes of its own', async () => {
  const id = await job()
  for (const name of ['saw', 'nail']) await clerk.post('/api/tasks', { job: id, name, done: false })
  expect((await clerk.post(`/api/jobs/${id}/finish`)).status).toBe(200)
  const { body } = await clerk.get(`/api/tasks?filter=${encodeURIComponent(`job.id == "${id}" and done`)}`)
  expect(body.items).toHaveLength(2)
  expect(await inboxOf(both, id)).toEqual(['1 saw'])
})

test('a message to several reaches each person once', async () => {
  const id = await job({ owner: both.id })
  expect((await clerk.post(`/api/jobs/${id}/tell`)).status).toBe(200)
  expect(await inboxOf(both, id)).toEqual(['Look at Roof'])
  expect(await inboxOf(clerk, id)).toEqual(['Look at Roof'])
})

test('who holds two roles that one message goes to reads it once', async () => {
  const id = await job()
  await clerk.post(`/api/jobs/${id}/tell-twice`)
  expect((await inboxOf(both, id)).toSorted()).toEqual(['Look at Roof', 'Really'])
  // Another time it is said anew.
  await clerk.post(`/api/jobs/${id}/tell-twice`)
  expect(await inboxOf(both, id)).toHaveLength(4)
})

test('an effect creates a head with its lines, as the document', async () => {
  const id = await job()
  const billed = await clerk.post(`/api/jobs/${id}/bill`)
  expect([billed.status, billed.body.errors]).toEqual([200, undefined])
  const { body } = await clerk.get('/api/invoices?expand=lines')
  const [invoice] = (body as { readonly items: readonly { readonly id: string; readonly sum: string }[] }).items
  expect(invoice).toMatchObject({ sum: '12.00', lines: [{ text: 'Roof' }, { text: 'Fee' }] })
})

test('an effect makes a line of each of a set', async () => {
  const id = await job()
  for (const name of ['saw', 'nail']) await clerk.post('/api/tasks', { job: id, name })
  expect((await clerk.post(`/api/jobs/${id}/bill-tasks`)).status).toBe(200)
  const filter = encodeURIComponent(`job.id == "${id}"`)
  const { body } = await clerk.get(`/api/invoices?expand=lines&filter=${filter}`)
  const [invoice] = (body as { readonly items: readonly { readonly lines: readonly { readonly text: string }[] }[] })
    .items
  expect(invoice?.lines.map(({ text }) => text).toSorted()).toEqual(['nail', 'saw'])
})

test('an effect gives a head other lines, changes those it has by their ids, and adds to them', async () => {
  const id = await job()
  await clerk.post(`/api/jobs/${id}/bill`)
  const filter = encodeURIComponent(`job.id == "${id}"`)
  const read = async () => {
    const { body } = await clerk.get(`/api/invoices?expand=lines&filter=${filter}`)
    const [one] = body.items as readonly {
      id: string
      name: string
      sum: string
      lines: { id: string; text: string }[]
    }[]
    if (one === undefined) throw new Error('There is no invoice.')
    return { ...one, texts: one.lines.map(({ text }) => text) }
  }
  const first = await read()
  const raised = await clerk.post(`/api/invoices/${first.id}/raise`)
  expect([raised.status, raised.body.errors]).toEqual([200, undefined])
  const second = await read()
  expect(second).toMatchObject({ sum: '14.00', texts: ['Roof', 'Fee'] })
  expect(second.lines.map((line) => line.id)).toEqual(first.lines.map((line) => line.id))
  await clerk.post(`/api/invoices/${first.id}/add-to`)
  expect(await read()).toMatchObject({ sum: '19.00', texts: ['Roof', 'Fee', 'More'] })
  await clerk.post(`/api/invoices/${first.id}/write-off`)
  expect(await read()).toMatchObject({ name: 'off', sum: '0.00', texts: ['Nothing'] })
  await clerk.post(`/api/invoices/${first.id}/shorten`)
  expect(await read()).toMatchObject({ name: 'short', sum: '1.00', texts: ['All'] })
  const emptied = await clerk.post(`/api/invoices/${first.id}/empty`)
  expect([emptied.status, (await read()).texts]).toEqual([422, ['All']])
})

test('a text tells of a computed value what its reader may read, whatever that is worked out from', async () => {
  const reader = await app.as('Reader')
  const id = await job()
  await clerk.post(`/api/jobs/${id}/bill`)
  const { body } = await clerk.get(`/api/invoices?filter=${encodeURIComponent(`job.id == "${id}"`)}`)
  const [invoice] = (body as { readonly items: readonly { readonly id: string }[] }).items
  await clerk.post(`/api/invoices/${invoice?.id}/announce`)
  const [text] = await inboxOf(reader, invoice?.id ?? '')
  expect(text).toMatch(/^Sum €12\.00, twice €24\.00, none …, of …$/)
})

test('a line that takes a right away names what is in the way, and not the role that it takes it from', async () => {
  const boss = await app.as('Boss')
  const { status, body } = await boss.delete(`/api/jobs/${await job({ name: 'kept' })}`)
  expect([status, body.remedy]).toEqual([403, 'You can do this when name is not “kept”.'])
})

test('a head that would always lack its lines is an error of the document', () => {
  const codes = (bill: string) =>
    compile(documentOf({ 3: ENTITIES, 4: states(bill), 6: ROLES })).diagnostics.flatMap(({ code, severity }) =>
      severity === 'error' ? [code] : [],
    )
  expect(codes('create Invoice { name: name }')).toEqual(['states/lacks-lines'])
  expect(codes('create Invoice { name: name, lines: [] }')).toEqual(['states/lacks-lines'])
  expect(codes('create Invoice { name: name, lines: [{ text: name, amout: price }] }')).toHaveLength(1)
  expect(codes('create Invoice { name: name, lines: tasks.map(t, { text: t.name }) }')).toEqual([])
  expect(codes('update invoices { lines: [{ text: name, amout: price }] }')).toHaveLength(1)
  expect(codes('update invoices { lines: 3 }')).toEqual(['calls/wrong-lines'])
})
