// Every recipe of the cookbook is sound by itself, and does what it says.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { compile } from '#shared/compile.ts'
import { POINT_TITLES } from '#shared/document/point-titles.ts'
import { sayDiagnostics } from '../helpers/compile-document.ts'
import { startApp } from '../apps/start-app.ts'
import type { TestApp } from '../apps/start-app.ts'
import type { Person } from './recipe-steps.ts'
import { create, errorsOf, later, people, statusOf } from './recipe-steps.ts'

const cookbook = readFileSync(new URL('../../shared/help/cookbook.md', import.meta.url), 'utf8')
const recipes = new Map(
  [...cookbook.matchAll(/^## (.*)\n[^]*?^(`{3,})markdown recipe\n([^]*?)\n\2$/gm)].map(
    ([, title = '', , text = '']) => [title, text] as const,
  ),
)

/** Builds the document of a recipe. Points that the recipe leaves out are "not shown". */
function documentOf(title: string): string {
  const recipe = recipes.get(title) ?? ''
  const parts = new Map(
    [...recipe.matchAll(/^## (\d)\.[^\n]*\n([^]*?)(?=^## \d|(?![^]))/gm)].map(([, point, text]) => [point, text]),
  )
  const points = ([1, 2, 3, 4, 5, 6, 7, 8, 9] as const).map(
    (point) => `## ${point}. ${POINT_TITLES[point]}\n\n${(parts.get(String(point)) ?? 'not shown.').trim()}\n`,
  )
  return `# Specification: ${title}\n\n${points.join('\n')}`
}

test('there are at least twenty recipes, each listed at the top', () => {
  expect(recipes.size).toBeGreaterThanOrEqual(20)
  const links = [...cookbook.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor]) => anchor)
  expect(new Set(links)).toEqual(new Set([...recipes.keys()].map((title) => title.toLowerCase().replaceAll(' ', '-'))))
})

describe('sound', () => {
  test.each([...recipes.keys()])('%s', (title) => {
    const text = documentOf(title)
    expect(sayDiagnostics(text, compile(text), ['error', 'warning', 'note'])).toEqual([])
  })
})

const DAY = 86_400_000

/** The acts and expected results of each recipe, by its title. */
const DRIVES: { readonly [title: string]: (app: TestApp) => Promise<void> } = {
  async 'Approval by amount'(app) {
    const [manager, finance, worker] = await people(app, 'Manager', 'Finance', '')
    const small = await create(worker, '/api/requests', { what: 'Lamp', amount: '80.00' })
    const large = await create(worker, '/api/requests', { what: 'Car', amount: '8000.00' })
    expect(await statusOf(worker.post(`/api/requests/${small}/approve`))).toBe(403)
    expect(await statusOf(manager.post(`/api/requests/${large}/approve`))).toBe(409)
    expect(await statusOf(manager.post(`/api/requests/${small}/approve`))).toBe(200)
    expect(await statusOf(finance.post(`/api/requests/${large}/approve`))).toBe(200)
  },
  async 'A second pair of eyes'(app) {
    const [one, other] = await people(app, 'Clerk', 'Clerk')
    const payment = await create(one, '/api/payments', { payee: 'Paper Ltd', amount: '12.00' })
    await one.post(`/api/payments/${payment}/submit`).expect(200)
    expect(await statusOf(one.post(`/api/payments/${payment}/release`))).toBe(403)
    expect(await statusOf(other.post(`/api/payments/${payment}/release`))).toBe(200)
  },
  async 'One way in'(app) {
    const [clerk] = await people(app, 'Clerk')
    expect(await statusOf(clerk.post('/api/members', { name: 'Ann' }))).toBe(403)
    const registered = await clerk.post('/api/members/register', { name: 'Ann', voucher: clerk.id })
    expect([registered.status, registered.body]).toMatchObject([201, { status: 'on_trial', vouched_for_by: clerk.id }])
  },
  async 'Payments for several invoices'(app) {
    const [clerk] = await people(app, 'Clerk')
    const invoice = await create(clerk, '/api/invoices', { customer: 'Ann', amount: '100.00' })
    const [first, second] = [
      await create(clerk, '/api/payments', { payer: 'Ann', amount: '60.00' }),
      await create(clerk, '/api/payments', { payer: 'Ann', amount: '60.00' }),
    ]
    const allocate = (payment: string, amount: string) => clerk.post('/api/allocations', { payment, invoice, amount })
    expect((await allocate(first, '70.00')).body.errors[0].message).toBe('Not so much is left of this payment.')
    expect(await statusOf(allocate(first, '60.00'))).toBe(201)
    expect((await clerk.get(`/api/invoices/${invoice}`)).body).toMatchObject({ status: 'open', owed: '40.00' })
    expect((await allocate(second, '50.00')).body.errors[0].message).toBe('Not so much is owed.')
    const both = await Promise.all([statusOf(allocate(second, '40.00')), statusOf(allocate(second, '40.00'))])
    expect(both.toSorted((one, other) => one - other)).toEqual([201, 422])
    expect((await clerk.get(`/api/invoices/${invoice}`)).body).toMatchObject({ status: 'settled', owed: '0.00' })
  },
  async Dunning(app) {
    const [clerk, customer] = await people(app, 'Clerk', '')
    const due_on = new Date(app.clock.now - 12 * DAY).toISOString().slice(0, 10)
    const send = () => create(clerk, '/api/invoices', { customer: customer.id, amount: '80.00', due_on })
    const [paid, late] = [await send(), await send()]
    await later(app, DAY)
    expect((await customer.get(`/api/invoices/${late}`)).body.status).toBe('reminded')
    await clerk.post(`/api/invoices/${paid}/pay`).expect(200)
    await later(app, 10 * DAY)
    expect((await customer.get(`/api/invoices/${paid}`)).body).toMatchObject({ status: 'paid', total: '80.00' })
    expect((await customer.get(`/api/invoices/${late}`)).body).toMatchObject({ status: 'warned', total: '85.00' })
    expect(JSON.stringify((await customer.get('/api/system/inbox')).body.items)).toContain(
      'With the fee of €5.00 it is €85.00.',
    )
  },
  async 'Numbers within two groups'(app) {
    const [person] = await people(app, '')
    const course = await create(person, '/api/courses', { title: 'Algebra' })
    const numbers: unknown[] = []
    for (const term of ['Spring', 'Spring', 'Autumn'])
      numbers.push((await person.post('/api/groups', { course, term })).body.number)
    expect(numbers).toEqual(['001', '002', '001'])
  },
  async 'A waiting list'(app) {
    const [teacher, ann, bob] = await people(app, 'Teacher', '', '')
    const course = await create(teacher, '/api/courses', { title: 'Algebra', places: 1 })
    const [first, second] = [
      await create(ann, '/api/enrolments', { course }),
      await create(bob, '/api/enrolments', { course }),
    ]
    const stateOf = async (person: Person, id: string) => (await person.get(`/api/enrolments/${id}`)).body.status
    expect([await stateOf(ann, first), await stateOf(bob, second)]).toEqual(['admitted', 'waiting'])
    await ann.post(`/api/enrolments/${first}/leave`).expect(200)
    expect([await stateOf(ann, first), await stateOf(bob, second)]).toEqual(['left', 'admitted'])
    expect(JSON.stringify((await bob.get('/api/system/inbox')).body.items)).toContain('You have a place in Algebra.')
    await bob.post(`/api/enrolments/${second}/leave`).expect(200)
  },
  async 'A change with four eyes'(app) {
    const [one, other] = await people(app, 'Clerk', 'Clerk')
    const supplier = await create(one, '/api/suppliers', { name: 'Paper Ltd', account: 'DE1' })
    expect(await statusOf(other.patch(`/api/suppliers/${supplier}`, { account: 'DE2' }))).toBe(422)
    const change = await create(one, '/api/change-of-accounts', { supplier, new_account: 'DE2', reason: 'A letter' })
    expect(await statusOf(one.post(`/api/change-of-accounts/${change}/apply`))).toBe(403)
    expect(await statusOf(other.post(`/api/change-of-accounts/${change}/apply`))).toBe(200)
    expect((await one.get(`/api/suppliers/${supplier}`)).body.account).toBe('DE2')
  },
  async 'Roles given by an effect'(app) {
    const [member, person] = await people(app, 'Board', '')
    const application = await create(person, '/api/applications', { why: 'Honey' })
    expect(await statusOf(person.post(`/api/applications/${application}/accept`))).toBe(403)
    await member.post(`/api/applications/${application}/accept`).expect(200)
    expect((await member.get(`/api/people/${person.id}`)).body.roles).toEqual(['Seller'])
  },
  async 'A queue'(app) {
    const clerks = await people(app, 'Clerk', 'Clerk')
    const work = await create(clerks[0], '/api/cases', { subject: 'A letter' })
    const taken = await Promise.all(clerks.map((clerk) => statusOf(clerk.post(`/api/cases/${work}/take`))))
    expect(taken.toSorted((one, other) => one - other)).toEqual([200, 409])
  },
  async 'Closing by itself'(app) {
    const [person] = await people(app, '')
    const complaint = await create(person, '/api/complaints', { subject: 'Too loud' })
    await person.post(`/api/complaints/${complaint}/answer`).expect(200)
    await later(app, 6 * DAY)
    expect((await person.get(`/api/complaints/${complaint}`)).body.status).toBe('answered')
    await later(app, 2 * DAY)
    expect((await person.get(`/api/complaints/${complaint}`)).body.status).toBe('closed')
  },
  async 'A reminder before a date'(app) {
    const [owner] = await people(app, '')
    const ends_on = new Date(app.clock.now + 36 * DAY).toISOString().slice(0, 10)
    await create(owner, '/api/contracts', { partner: 'Energy plc', ends_on, owner: owner.id })
    await later(app, 3 * DAY)
    expect((await owner.get('/api/system/inbox')).body.items).toEqual([])
    await later(app, 5 * DAY)
    expect(JSON.stringify((await owner.get('/api/system/inbox')).body.items)).toContain(
      'The contract with Energy plc ends on',
    )
  },
  async 'Escalation in working hours'(app) {
    const [agent, customer] = await people(app, 'Agent', '')
    const ticket = await create(customer, '/api/tickets', { subject: 'No light' })
    await agent.patch(`/api/tickets/${ticket}`, { agent: agent.id }).expect(200)
    await later(app, 9 * DAY)
    expect((await customer.get(`/api/tickets/${ticket}`)).body.escalated).toBe(true)
    expect(JSON.stringify((await agent.get('/api/system/inbox')).body.items)).toContain('No light waits too long.')
  },
  async 'Every month'(app) {
    const [person] = await people(app, '')
    await create(person, '/api/subscriptions', { customer: 'Ann', fee: '9.00' })
    await create(person, '/api/subscriptions', { customer: 'Bob', fee: '7.00', active: false })
    await later(app, 12 * DAY)
    expect((await person.get('/api/invoices')).body.items).toMatchObject([{ amount: '9.00' }])
    // The server is down for four months.
    const first = new Date((await person.get('/api/invoices')).body.items[0].issued_on)
    await later(app, 120 * DAY)
    await app.runner.runDue()
    const months = [0, 1, 2, 3, 4].map((count) => {
      const month = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + count, 1))
      return month.toISOString().slice(0, 10)
    })
    const reader = await app.as('', 'Later')
    const { items } = (await reader.get('/api/invoices?sort=issued_on')).body
    expect(items.map(({ issued_on }: { issued_on: string }) => issued_on)).toEqual(
      months.filter((day) => Date.parse(day) <= app.clock.now),
    )
    expect(items.length).toBeGreaterThanOrEqual(4)
  },
  async 'Numbering by year'(app) {
    const [person] = await people(app, '')
    await create(person, '/api/claims', { purpose: 'Paris' })
    const year = new Date(app.clock.now).getUTCFullYear()
    expect(
      (await person.get(`/api/claims?search=EXP-${new Date(app.clock.now).getUTCFullYear()}-1`)).body.items,
    ).toMatchObject([{ number: `EXP-${year}-0001` }])
  },
  async 'Lines with a total'(app) {
    const [person] = await people(app, '')
    const lines = [
      { what: 'Train', amount: '80.00' },
      { what: 'Hotel', amount: '120.50' },
    ]
    const claim = await create(person, '/api/claims', { purpose: 'Paris', lines })
    expect((await person.get(`/api/claims/${claim}`)).body.total).toBe('200.50')
    const dear = [{ what: 'Flight', amount: '9000.00' }]
    const refused = await person.post('/api/claims', { purpose: 'Moon', lines: dear })
    expect([refused.status, refused.body.detail]).toEqual([422, 'A claim may come to 2,000.00 at most.'])
  },
  async 'A monthly cap'(app) {
    const [person] = await people(app, '')
    const sent = await Promise.all(
      Array.from({ length: 50 }, (_, at) => statusOf(person.post('/api/orders', { item: `Pen ${at}` }))),
    )
    expect(sent.filter((status) => status === 201)).toHaveLength(3)
  },
  async 'A rate by country'(app) {
    const [person] = await people(app, '')
    const trip = await create(person, '/api/trips', { country: 'France', days: 3 })
    expect((await person.get(`/api/trips/${trip}`)).body.allowance).toBe('159.00')
  },
  async 'Booking without overlap'(app) {
    const [person] = await people(app, '')
    const room = await create(person, '/api/rooms', { name: 'Blue' })
    const at = (hour: number) => `2027-03-01T${String(hour).padStart(2, '0')}:00:00Z`
    const book = (from: number, to: number) =>
      person.post('/api/bookings', { room, starts_at: at(from), ends_at: at(to) })
    const first = await book(9, 10)
    expect(first.status).toBe(201)
    expect(await statusOf(book(10, 11))).toBe(201)
    expect((await book(9, 11)).body.errors[0].message).toBe('The room is taken then.')
    await person.post(`/api/bookings/${first.body.id}/cancel`).expect(200)
    expect(await statusOf(book(9, 10))).toBe(201)
  },
  async 'A role by relation'(app) {
    const [manager, worker] = await people(app, '', '')
    const project = await create(worker, '/api/projects', { name: 'Bridge', manager: manager.id })
    const task = await create(worker, '/api/tasks', { title: 'Survey', project })
    expect(await statusOf(worker.patch(`/api/tasks/${task}`, { title: 'Dig' }))).toBe(403)
    expect(await statusOf(manager.patch(`/api/tasks/${task}`, { title: 'Dig' }))).toBe(200)
  },
  async 'A private field'(app) {
    const [hr, ann, bob] = await people(app, 'HR', '', '')
    const employee = await create(hr, '/api/employees', { name: 'Ann', person: ann.id, salary: '4000.00' })
    expect((await ann.get(`/api/employees/${employee}`)).body.salary).toBe('4000.00')
    expect((await bob.get(`/api/employees/${employee}`)).body).not.toHaveProperty('salary')
    const filter = encodeURIComponent('salary > 100.00')
    expect((await bob.get(`/api/employees?filter=${filter}`)).body.items ?? []).toEqual([])
  },
  async 'Internal comments'(app) {
    const [agent, customer] = await people(app, 'Agent', '')
    const ticket = await create(customer, '/api/tickets', { subject: 'No light' })
    await create(agent, '/api/comments', { ticket, body: 'He is a good customer.', internal: true })
    await create(agent, '/api/comments', { ticket, body: 'We are coming.' })
    expect((await customer.get('/api/comments')).body.items).toMatchObject([{ body: 'We are coming.' }])
    expect((await agent.get('/api/comments')).body.items).toHaveLength(2)
  },
  async 'Names that are unique in their group'(app) {
    const [person] = await people(app, '')
    const teams = [
      await create(person, '/api/teams', { name: 'One' }),
      await create(person, '/api/teams', { name: 'Two' }),
    ]
    for (const team of teams) await create(person, '/api/shelves', { team, name: 'A' })
    expect(await statusOf(person.post('/api/shelves', { team: teams[0], name: 'A' }))).toBe(409)
  },
  async 'A tree'(app) {
    const [person] = await people(app, '')
    const parent = await create(person, '/api/categories', { name: 'Tools' })
    const child = await create(person, '/api/categories', { name: 'Saws', parent })
    for (const category of [parent, child]) await create(person, '/api/articles', { title: 'Care', category })
    expect((await person.get(`/api/categories/${parent}`)).body.all_articles).toBe(2)
    const refused = await person.patch(`/api/categories/${parent}`, { parent: child })
    expect(refused.body.errors[0].message).toBe('A category can’t stand below itself.'.replace('’', "'"))
  },
  async 'A public form'(app) {
    const [clerk] = await people(app, 'Clerk')
    const sent = await app.anyone.post('/api/reports').send({ street: 'High Street', what: 'The lamp is out.' })
    expect(sent.status).toBe(201)
    expect(await statusOf(app.anyone.get('/api/reports'))).toBe(401)
    expect((await clerk.get('/api/reports')).body.items).toMatchObject([{ street: 'High Street' }])
  },
  async 'A webhook'(app) {
    const [person, administrator] = await people(app, '', 'Administrator')
    const order = await create(person, '/api/orders', { total: '10.00' })
    await person.post(`/api/orders/${order}/pay`).expect(200)
    const { body } = await administrator.get('/api/system/deliveries')
    expect(body.items).toMatchObject([{ url: 'https://books.example.com/orders' }])
  },
  async 'A call of your own'(app) {
    const [ann, bob] = await people(app, '', '')
    await create(ann, '/api/todos', { title: 'Buy milk' })
    await create(bob, '/api/todos', { title: 'Secret' })
    expect((await ann.get('/api/my-list')).body).toEqual({ todos: [{ text: 'Buy milk', state: 'open' }], count: 1 })
  },
  async 'Changing what was sent'(app) {
    const [owner] = await people(app, '')
    const todo = await create(owner, '/api/todos', { title: 'Paint', note: 'red', tags: ['home'] })
    const put = async (sent: object) => {
      const { status, body } = await owner.put(`/api/todo/${todo}`, sent)
      return status === 200 ? body : status
    }
    const kept = { title: 'Paint', note: 'red', tags: ['home'] }
    expect(await put({})).toEqual({ ...kept, sent: false })
    expect(await put({ todo: { title: 'Paint it' } })).toEqual({ ...kept, title: 'Paint it', sent: true })
    expect(await put({ todo: { note: '' } })).toMatchObject({ title: 'Paint it', note: null, tags: ['home'] })
    expect(await put({ todo: { note: 'blue', tags: ['a', 'a'] } })).toMatchObject({ note: 'blue', tags: ['a'] })
    expect(await put({ todo: { note: null, tags: [] } })).toMatchObject({ note: null, tags: [] })
    for (const title of [null, '']) expect(await put({ todo: { title } })).toBe(422)
    expect(await put({ todo: { tags: null } })).toBe(422)
    expect(await put({ todo: { id: todo, note: 'green' }, at: 1 })).toMatchObject({ note: 'green' })
  },
  async 'Errors as problem details'(app) {
    const { wrong, forbidden, missing } = await errorsOf(app)
    expect(wrong).toMatchObject([422, { status: 422, code: 'invalid', errors: [{ field: 'todo.title' }] }])
    expect(forbidden).toMatchObject([403, { status: 403, title: 'Forbidden', code: 'not_allowed' }])
    expect(missing).toMatchObject([404, { type: 'urn:verbatim:not_found', detail: expect.stringMatching(/\w/) }])
  },
  async 'Errors by field'(app) {
    const { wrong, forbidden, missing } = await errorsOf(app)
    expect(wrong).toEqual([422, { errors: { title: [expect.stringMatching(/\w/)] } }])
    expect(forbidden).toEqual([403, { errors: { todo: ['forbidden'] } }])
    expect(missing).toEqual([404, { errors: { todo: ['not found'] } }])
  },
  async 'Errors in one object'(app) {
    const message: unknown = expect.stringMatching(/\w/)
    const { wrong, forbidden, missing } = await errorsOf(app)
    const details = [{ field: 'todo.title', message }]
    expect(wrong).toEqual([422, { error: { code: 'invalid', message, details } }])
    expect(forbidden).toEqual([403, { error: { code: 'not_allowed', message, details: [] } }])
    expect(missing).toEqual([404, { error: { code: 'not_found', message, details: [] } }])
  },
  async 'Bringing in data'(app) {
    const [program, person] = await people(app, 'Importer', '')
    const send = (name: string) => program.post('/api/bring-in', { number: 'S-7', name, city: 'Paris' })
    expect([await statusOf(send('Paper Ltd')), await statusOf(send('Paper plc'))]).toEqual([204, 204])
    expect((await person.get('/api/suppliers')).body.items).toMatchObject([{ name: 'Paper plc', city: 'Paris' }])
    expect(await statusOf(person.post('/api/bring-in', { number: 'S-8', name: 'Pens' }))).toBe(403)
  },
  async 'Numbers that lead to rows'(app) {
    const [person] = await people(app, '')
    for (const value of ['10.00', '20.00']) await create(person, '/api/deals', { name: `Deal ${value}`, value })
    const { body } = await person.get('/api/deals/summary?by=stage&measure=sum(value)')
    expect(JSON.stringify(body)).toContain('"30.00"')
    const customer = await create(person, '/api/customers', { name: 'Ann', region: 'south' })
    await create(person, '/api/deals', { name: 'Third', value: '5.00', customer })
    const groups = (await person.get('/api/deals/summary?by=customer.region&measure=sum(value)')).body.groups
    expect(groups).toEqual([
      { key: 'south', measures: { 'sum(value)': '5.00' } },
      { key: null, measures: { 'sum(value)': '30.00' } },
    ])
  },
}

describe('does what it says', () => {
  test.each([...recipes.keys()])('%s', async (title) => {
    const app = await startApp(documentOf(title))
    try {
      await DRIVES[title]?.(app)
      expect(DRIVES, 'a recipe that nothing drives').toHaveProperty([title])
    } finally {
      await app.stop()
    }
  })
})
