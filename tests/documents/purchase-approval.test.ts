// The story of purchases over HTTP: sums decide who is asked, and nobody is asked twice.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../apps/people.ts'
import { makePurchaseApprovalSample } from './sample/make-purchase-approval-sample.ts'
import { readShippedFile, startShipped } from './shipped.ts'
import type { Shipped } from './shipped.ts'

let app: Shipped
let marta: Caller
let lucia: Caller
let ines: Caller
let farid: Caller
let carmen: Caller
let greta: Caller
let bruno: Caller
let petra: Caller
let laboratory: string
let nordlab: string

beforeAll(async () => {
  app = await startShipped('purchase-approval')
  marta = await app.as('marta.zielinska')
  lucia = await app.as('lucia.ferri')
  ines = await app.as('ines.duarte')
  farid = await app.as('farid.nazari')
  carmen = await app.as('carmen.ruiz')
  greta = await app.as('greta.olsen')
  bruno = await app.as('bruno.keller')
  petra = await app.as('petra.novak')
  laboratory = (await app.find(marta, '/api/cost-centres', 'code == "4100"')).id
  expect((await farid.patch(`/api/cost-centres/${laboratory}`, { budget: '500000.00' })).status).toBe(200)
  nordlab = (await app.find(marta, '/api/suppliers', 'name == "Nordlab Supply"')).id
})

afterAll(() => app.close())

test('the sample is what its generator writes', () => {
  expect(makePurchaseApprovalSample() === readShippedFile('purchase-approval.sample.json')).toBe(true)
})

describe('what is asked for', () => {
  test('is summed up from its lines, tax by its rate, to the cent', async () => {
    const path = await draft(marta, [
      { item: 'Flask', quantity: '3', price: '19.99' },
      { item: 'Manual', quantity: '1', price: '10.05', tax_rate: 'reduced' },
      { item: 'Deposit', quantity: '2.5', price: '0.10', tax_rate: 'none' },
    ])
    const { body } = await marta.get(path)
    expect(body).toMatchObject({ net: '70.27', tax: '12.09', total: '82.36', status: 'draft', requester: marta.id })
  })

  test('needs a line before it is submitted', async () => {
    const { status, body } = await marta.post(`${await draft(marta, [])}/submit`)
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'NO_LINES', source: app.citation(5, '| A purchase has lines |') })
  })

  test('is approved at once when it is small', async () => {
    const path = await draft(marta, [{ item: 'Wipes', quantity: '10', price: '15.00' }])
    const { body } = await marta.post(`${path}/submit`)
    expect(body).toMatchObject({ status: 'approved', approved_by: null, net: '150.00' })
    expect(body.approved_at).not.toBeNull()
  })

  test('is seen by nobody else while it is a draft', async () => {
    const path = await draft(marta, [{ item: 'Wipes', quantity: '1', price: '5.00' }])
    for (const caller of [lucia, ines, farid, petra]) expect((await caller.get(path)).status).toBe(404)
  })

  test('is not changed any more once it is submitted, nor are its lines', async () => {
    const path = await submitted(marta, '300.00')
    const changed = await marta.patch(path, { subject: 'Something else' })
    expect(changed.status).toBe(403)
    expect(changed.body).toMatchObject({
      code: 'SUBMITTED',
      source: app.citation(6, '| Employee | Purchase request | update, delete |'),
    })
    const line = await app.find(marta, '/api/lines', `request.id == "${idOf(path)}"`)
    const dearer = await marta.patch(`/api/lines/${line.id}`, { price: '3000.00' })
    expect(dearer.status).toBe(403)
    const more = await marta.post('/api/lines', { request: idOf(path), item: 'More', price: '900.00' })
    expect(more.status).toBe(403)
    expect(more.body.code).toBe('LINES_ARE_FIXED')
  })

  test('from a blocked supplier is refused, by name', async () => {
    const blocked = await app.find(marta, '/api/suppliers', 'blocked')
    const { body } = await marta.post('/api/purchase-requests', {
      subject: 'Cheap parts',
      reason: 'They are cheap.',
      cost_centre: laboratory,
      supplier: blocked.id,
    })
    expect(body).toMatchObject({ code: 'BLOCKED', detail: 'Nothing is bought from Quickparts Trading at the moment.' })
  })
})

describe('thresholds', () => {
  test.each([
    ['2500.00', 'approved'],
    ['2500.01', 'with_finance'],
  ])('a purchase of %s is %s after the owner has agreed', async (price, status) => {
    const path = await submitted(marta, price)
    expect((await ines.post(`${path}/approve`, { comment: 'Yes.' })).body).toMatchObject({
      status,
      checked_by: ines.id,
    })
  })

  test('a large one needs three offers, and the reason why a dearer one is taken', async () => {
    const path = await draft(marta, [{ item: 'Furnace', quantity: '1', price: '8000.00' }], nordlab)
    const few = await marta.post(`${path}/submit`)
    expect(few.status).toBe(422)
    expect(few.body).toMatchObject({
      code: 'TOO_FEW_QUOTES',
      source: app.citation(5, '| Larger purchases are compared |'),
    })
    const { items } = (await marta.get('/api/suppliers?limit=50')).body as {
      items: { id: string; name: string; blocked: boolean }[]
    }
    const others = items.filter(({ id, blocked }) => id !== nordlab && !blocked).slice(0, 2)
    const mine = await marta.post('/api/quotes', { request: idOf(path), supplier: nordlab, amount: '8000.00' })
    expect(mine.status).toBe(201)
    for (const { id } of others)
      await marta.post('/api/quotes', { request: idOf(path), supplier: id, amount: '7900.00' })
    const dearer = await marta.post(`${path}/submit`)
    expect(dearer.body).toMatchObject({
      code: 'NOT_THE_LOWEST',
      source: app.citation(5, '| A dearer offer is explained |'),
    })
    await marta.patch(`/api/quotes/${mine.body.id}`, { chosen_because: 'It comes with service.' })
    expect((await marta.post(`${path}/submit`)).body.status).toBe('submitted')
    const again = await marta.post('/api/quotes', { request: idOf(path), supplier: nordlab, amount: '7800.00' })
    expect(again.status).toBeGreaterThanOrEqual(403)
  })

  test('above the budget one is warned, and Finance decides, however small it is', async () => {
    const office = (await app.find(farid, '/api/cost-centres', 'code == "4300"')).id
    await farid.patch(`/api/cost-centres/${office}`, { budget: '100.00' })
    const path = await draft(marta, [{ item: 'Chair', quantity: '1', price: '400.00' }], undefined, office)
    const warned = await marta.post(`${path}/submit`)
    expect(warned.status).toBe(409)
    expect(warned.body).toMatchObject({ code: 'OVER_BUDGET', source: app.citation(5, '| The budget bears it |') })
    expect((await marta.post(`${path}/submit`, {}, { confirm: 'OVER_BUDGET' })).body.status).toBe('submitted')
    expect((await greta.post(`${path}/approve`)).body).toMatchObject({ status: 'with_finance' })
    await farid.patch(`/api/cost-centres/${office}`, { budget: '12000.00' })
  })
})

describe('four eyes', () => {
  test('the owner’s own purchase goes to Finance, and the owner does not decide on it', async () => {
    const path = await submitted(ines, '900.00')
    expect((await ines.get(path)).body.status).toBe('with_finance')
    expect((await ines.post(`${path}/approve`)).status).toBe(409)
    expect((await farid.post(`${path}/approve`)).body).toMatchObject({ status: 'approved', approved_by: farid.id })
  })

  test('Finance does not decide on what Finance asked for', async () => {
    const path = await submitted(farid, '3000.00')
    await ines.post(`${path}/approve`)
    const { status, body } = await farid.post(`${path}/approve`)
    expect(status).toBe(403)
    expect(body).toMatchObject({ code: 'FOUR_EYES', source: app.citation(4, '| approve | with finance | approved |') })
    expect((await carmen.post(`${path}/approve`)).body.status).toBe('approved')
  })

  test('the largest sums are seen by three people, each decision written down', async () => {
    const path = await large('26000.00')
    expect((await ines.post(`${path}/approve`, { comment: 'We need it.' })).body.status).toBe('with_finance')
    expect((await farid.post(`${path}/approve`)).body.status).toBe('with_directors')
    expect((await farid.post(`${path}/approve`)).status).toBe(409)
    expect((await bruno.post(`${path}/approve`, { comment: 'Agreed in the meeting.' })).body).toMatchObject({
      status: 'approved',
      checked_by: ines.id,
      approved_by: bruno.id,
    })
    const decisions = await marta.get(
      `/api/decisions?filter=${encodeURIComponent(`request.id == "${idOf(path)}"`)}&sort=created_at`,
    )
    expect(decisions.body.items).toMatchObject([
      { step: 'owner', verdict: 'agreed', by: ines.id, amount: '26000.00', comment: 'We need it.' },
      { step: 'finance', verdict: 'agreed', by: farid.id },
      { step: 'directors', verdict: 'agreed', by: bruno.id },
    ])
    const forged = await farid.post('/api/decisions', {
      request: idOf(path),
      by: farid.id,
      step: 'owner',
      verdict: 'agreed',
      amount: '1.00',
    })
    expect(forged.status).toBe(403)
  })

  test('what is sent back starts anew', async () => {
    const path = await submitted(marta, '3000.00')
    await ines.post(`${path}/approve`)
    const back = await farid.post(`${path}/send-back`, { comment: 'Which cost centre?' })
    // Drafts are the requester's own: Finance learns no more than that it was done.
    expect([back.status, back.body]).toEqual([200, { id: idOf(path) }])
    expect((await marta.get(path)).body).toMatchObject({ status: 'draft', checked_by: null, approved_by: null })
    expect((await marta.patch(path, { reason: 'For the laboratory, as agreed.' })).status).toBe(200)
    expect((await marta.post(`${path}/submit`)).body.status).toBe('submitted')
  })

  test('two owners’ clicks at one moment are one decision', async () => {
    const path = await submitted(marta, '500.00')
    const answers = await Promise.all([ines, ines].map((caller) => caller.post(`${path}/approve`)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})

describe('an order', () => {
  test('comes, is invoiced within the tolerance, and is closed', async () => {
    const path = await submitted(marta, '1000.00')
    await ines.post(`${path}/approve`)
    const early = await petra.post('/api/invoices', invoice(path, 'N-1', '1000.00'))
    expect(early.body).toMatchObject({
      code: 'NOT_ORDERED',
      source: app.citation(5, '| Only what is ordered is invoiced |'),
    })
    const nowhere = await petra.post(`${path}/order`, { order_number: 'A-1' })
    expect(nowhere.body.code).toBe('NO_SUPPLIER')
    await petra.patch(path, { supplier: nordlab })
    expect((await petra.post(`${path}/order`, { order_number: 'A-1' })).body).toMatchObject({
      status: 'ordered',
      ordered_by: petra.id,
    })
    const open = await marta.post(`${path}/receive`)
    expect(open.status).toBe(409)
    expect(open.body).toMatchObject({ code: 'NOT_ALL_HERE', source: app.citation(4, '| receive |') })
    const line = await app.find(marta, '/api/lines', `request.id == "${idOf(path)}"`)
    const more = await marta.patch(`/api/lines/${line.id}`, { received: '2' })
    expect(more.body).toMatchObject({ code: 'TOO_MUCH_RECEIVED' })
    expect((await marta.patch(`/api/lines/${line.id}`, { received: '1' })).status).toBe(200)
    expect((await marta.post(`${path}/receive`)).body.status).toBe('received')

    expect((await petra.post('/api/invoices', invoice(path, 'N-1', '600.00'))).status).toBe(201)
    const over = await petra.post('/api/invoices', invoice(path, 'N-2', '450.01'))
    expect(over.status).toBe(409)
    expect(over.body).toMatchObject({
      code: 'MORE_THAN_APPROVED',
      source: app.citation(5, '| Invoices are for what was approved |'),
    })
    expect((await petra.post('/api/invoices', invoice(path, 'N-2', '450.00'))).status).toBe(201)
    const twice = await petra.post('/api/invoices', invoice(path, 'N-1', '1.00'))
    expect(twice.status).toBe(409)
    expect((await farid.post(`${path}/close`)).body).toMatchObject({
      status: 'closed',
      invoiced: '1050.00',
      open_amount: '-50.00',
    })
  })

  test('has invoices that one of Finance checks and another pays, and that may be disputed afterwards', async () => {
    const path = await submitted(marta, '400.00')
    await ines.post(`${path}/approve`)
    await petra.patch(path, { supplier: nordlab })
    await petra.post(`${path}/order`, { order_number: 'A-3' })
    const entered = (await petra.post('/api/invoices', invoice(path, 'N-7', '400.00'))).body
    expect(entered).toMatchObject({ check: 'entered', payment: 'open' })
    const at = `/api/invoices/${entered.id}`
    const early = await farid.post(`${at}/pay`, { paid_on: '2026-11-20' })
    expect([early.status, early.body.code]).toEqual([409, 'NOT_AGREED'])
    expect((await farid.post(`${at}/agree`)).body).toMatchObject({ check: 'agreed', payment: 'open' })
    const same = await farid.post(`${at}/pay`, { paid_on: '2026-11-20' })
    expect([same.status, same.body.source]).toMatchObject([403, app.citation(4, '| pay |')])
    const changed = await farid.patch(at, { amount: '1.00' })
    expect(changed.body.source).toMatchObject(app.citation(4, '| amount | | read only | |'))
    const paid = await carmen.post(`${at}/pay`, { paid_on: '2026-11-20' })
    expect(paid.body).toMatchObject({ check: 'agreed', payment: 'paid', paid_on: '2026-11-20' })
    const disputed = await petra.post(`${at}/dispute`, { complaint: 'One is broken.' })
    expect(disputed.body).toMatchObject({ check: 'disputed', payment: 'paid' })
    expect((await carmen.post(`${at}/pay`)).body).toMatchObject({ code: 'conflict', state: 'paid' })
  })

  test('is not placed by the person who approved it last', async () => {
    const roles = await greta.patch(`/api/people/${String(carmen.id)}`, { roles: ['Finance', 'Buyer'] })
    expect(roles.status).toBe(200)
    const path = await submitted(marta, '3000.00')
    await ines.post(`${path}/approve`)
    await carmen.post(`${path}/approve`)
    await carmen.patch(path, { supplier: nordlab })
    const { status, body } = await carmen.post(`${path}/order`, { order_number: 'A-2' })
    expect(status).toBe(403)
    expect(body).toMatchObject({ code: 'FOUR_EYES', source: app.citation(4, '| order |') })
  })
})

/** Path of a new purchase with these lines. */
async function draft(
  caller: Caller,
  lines: readonly object[],
  supplier?: string,
  centre = laboratory,
): Promise<string> {
  const made = await caller.post('/api/purchase-requests', {
    subject: 'Something for the bench',
    reason: 'It is needed.',
    cost_centre: centre,
    ...(supplier !== undefined && { supplier }),
  })
  expect(made.status).toBe(201)
  for (const line of lines)
    expect((await caller.post('/api/lines', { request: made.body.id, ...line })).status).toBe(201)
  return `/api/purchase-requests/${made.body.id}`
}

async function submitted(caller: Caller, price: string, centre = laboratory): Promise<string> {
  const path = await draft(caller, [{ item: 'Something', quantity: '1', price }], undefined, centre)
  expect((await caller.post(`${path}/submit`)).status).toBe(200)
  return path
}

/** With the offers that a large sum needs. */
async function large(price: string): Promise<string> {
  const path = await draft(marta, [{ item: 'Something', quantity: '1', price }], nordlab)
  const { items } = (await marta.get('/api/suppliers?limit=3')).body as { items: { id: string }[] }
  for (const { id } of items) await marta.post('/api/quotes', { request: idOf(path), supplier: id, amount: price })
  expect((await marta.post(`${path}/submit`)).status).toBe(200)
  return path
}

function invoice(path: string, number: string, amount: string): object {
  return { request: idOf(path), number, amount, supplier: nordlab, invoiced_on: '2026-11-20' }
}

function idOf(path: string): string {
  return path.split('/').at(-1) ?? ''
}
