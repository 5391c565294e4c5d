// The story of expense claims over HTTP: caps, receipts, who decides, and batches that pay all or nothing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FileValue } from '#shared/fields/file.ts'
import type { Caller } from '../apps/people.ts'
import { PDF } from '../server/api/files/file-document.ts'
import { makeExpenseClaimsSample } from './sample/make-expense-claims-sample.ts'
import { readShippedFile, startShipped } from './shipped.ts'
import type { Shipped } from './shipped.ts'

let app: Shipped
let lucia: Caller
let ines: Caller
let farid: Caller
let carmen: Caller
let greta: Caller
let sam: Caller
let laboratory: string

beforeAll(async () => {
  app = await startShipped('expense-claims')
  lucia = await app.as('lucia.ferri')
  ines = await app.as('ines.duarte')
  farid = await app.as('farid.nazari')
  carmen = await app.as('carmen.ruiz')
  greta = await app.as('greta.olsen')
  sam = await app.as('sam.boateng')
  laboratory = (await app.find(lucia, '/api/cost-centres', 'code == "4100"')).id
})

afterAll(() => app.close())

const train = { spent_on: '2026-11-18', what: 'Train', amount: '80.00', receipt: 'T-1' }
let receipts = 0

test('the sample is what its generator writes', () => {
  expect(makeExpenseClaimsSample() === readShippedFile('expense-claims.sample.json')).toBe(true)
})

async function upload(who: Caller, name: string): Promise<FileValue> {
  const form = new FormData()
  form.append('file', new File([PDF], name))
  return (await who.post('/api/system/files', form)).body as FileValue
}

describe('what was spent', () => {
  test('is claimed with lines and receipts in one call, numbered by year, and summed up in euros', async () => {
    const scan = await upload(lucia, 't1.pdf')
    const made = await lucia.post('/api/expense-claims', {
      purpose: 'Fair in London',
      cost_centre: laboratory,
      lines: [
        train,
        { ...train, country: 'united_kingdom', category: 'meals', what: 'Lunch', amount: '20.00', currency: 'GBP' },
      ],
      receipts: [{ number: 'T-1', merchant: 'Rail', scan: { id: scan.id } }],
    })
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        status: 'draft',
        claimant: lucia.id,
        total: '102.80',
        over_cap: false,
        lines: [{ in_euro: '80.00' }, {}],
        receipts: [{ scan }],
      },
    ])
    expect(made.body.number).toMatch(/^EXP-2026-00\d\d$/)
    const [, lunch] = made.body.lines
    expect(lunch).toMatchObject({ in_euro: '22.80', cap: '62.00' })
    const again = await lucia.post('/api/expense-claims', {
      purpose: 'The same receipt once more',
      cost_centre: laboratory,
      lines: [train],
      receipts: [{ number: 'T-1', merchant: 'Rail' }],
    })
    expect([again.status, again.body.errors?.[0]?.field]).toEqual([409, 'receipts[0].merchant'])
  })

  test('is neither of tomorrow nor older than three months', async () => {
    const future = await claim(lucia, [{ ...train, spent_on: '2026-11-22' }])
    expect([future.status, future.body.code]).toEqual([422, 'NOT_YET_SPENT'])
    expect(future.body.errors[0]).toMatchObject({ field: 'lines[0].spent_on' })
    const old = await claim(lucia, [{ ...train, spent_on: '2026-08-01' }])
    expect([old.status, old.body.code]).toEqual([422, 'TOO_OLD'])
  })

  test('needs a reason above the cap of the country', async () => {
    const hotel = { ...train, category: 'hotel', country: 'Spain', what: 'Hotel', amount: '150.00' }
    const bare = await claim(lucia, [hotel])
    expect([bare.status, bare.body]).toMatchObject([422, { code: 'OVER_CAP' }])
    expect(bare.body.detail).toContain('130.00')
    const said = await claim(lucia, [{ ...hotel, reason: 'There was a fair.' }])
    expect([said.status, said.body.over_cap]).toEqual([201, true])
  })

  test('needs a receipt from 25 euros on, when it is submitted', async () => {
    const { body } = await claim(lucia, [{ ...train, receipt: 'nowhere' }])
    const path = `/api/expense-claims/${body.id}`
    const refused = await lucia.post(`${path}/submit`)
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { code: 'NO_RECEIPT', source: app.citation(5, '| Dear lines have receipts |') },
    ])
    expect((await lucia.post('/api/receipts', { claim: body.id, number: 'nowhere', merchant: 'Rail' })).status).toBe(
      201,
    )
    expect((await lucia.post(`${path}/submit`)).body.status).toBe('submitted')
  })
})

describe('a claim', () => {
  test('is decided by the line manager, checked by another, and nobody changes it meanwhile', async () => {
    const path = await submitted(lucia, '80.00')
    expect((await sam.get(path)).status).toBe(404)
    expect((await lucia.post(`${path}/approve`)).status).toBe(403)
    const line = await app.find(lucia, '/api/claim-lines', `claim.id == "${idOf(path)}"`)
    expect((await lucia.patch(`/api/claim-lines/${line.id}`, { amount: '800.00' })).status).toBe(403)
    const told = await ines.get('/api/system/waiting')
    expect(JSON.stringify(told.body)).toContain(idOf(path))
    expect((await ines.post(`${path}/approve`)).body.status).toBe('approved')
    expect((await ines.post(`${path}/check`)).status).toBe(403)
    expect((await farid.post(`${path}/check`)).body.status).toBe('checked')
  })

  test('that is large or above a cap goes to a director, who is not the one that approved it', async () => {
    const path = await submitted(lucia, '500.01')
    expect((await ines.post(`${path}/approve`)).body.status).toBe('with_director')
    expect((await farid.post(`${path}/check`)).status).toBe(409)
    expect((await greta.post(`${path}/confirm`)).body.status).toBe('approved')
    const own = await submitted(ines, '900.00')
    expect((await greta.post(`${own}/approve`)).body.status).toBe('with_director')
    const same = await greta.post(`${own}/confirm`)
    expect([same.status, same.body.source]).toMatchObject([403, app.citation(4, '| confirm |')])
  })

  test('is sent back with a question, corrected, and submitted again', async () => {
    const path = await submitted(lucia, '60.00')
    expect((await ines.post(`${path}/send-back`)).status).toBe(422)
    const back = await ines.post(`${path}/send-back`, { why: 'Which fair?' })
    expect(back.status).toBe(200)
    expect((await ines.get(path)).status).toBe(404)
    expect((await lucia.get(path)).body).toMatchObject({ status: 'draft', answer: 'Which fair?' })
    expect((await lucia.patch(path, { purpose: 'Fair in Lyon' })).status).toBe(200)
    expect((await lucia.post(`${path}/submit`)).body).toMatchObject({ status: 'submitted', answer: null })
  })

  test('can be submitted only by people whose account is known, and only they and Finance see it', async () => {
    const mine = await lucia.get(`/api/people/${lucia.id}`)
    expect(mine.body.bank_account).toMatch(/^DE/)
    expect((await ines.get(`/api/people/${lucia.id}`)).body).not.toHaveProperty('bank_account')
    expect((await farid.get(`/api/people/${lucia.id}`)).body.bank_account).toBe(mine.body.bank_account)
    const guess = await ines.get(`/api/people?filter=${encodeURIComponent('bank_account != null')}`)
    expect(guess.body.items.map(({ id }: { id: string }) => id)).toEqual([ines.id])
    expect((await sam.patch(`/api/people/${lucia.id}`, { bank_account: 'DE02120300000000202051' })).status).toBe(403)
    expect((await sam.patch(`/api/people/${sam.id}`, { bank_account: null })).status).toBe(200)
    const { body } = await claim(sam, [{ ...train, amount: '10.00' }])
    const refused = await sam.post(`/api/expense-claims/${body.id}/submit`)
    expect([refused.status, refused.body.code]).toEqual([409, 'NOT_READY'])
  })
})

describe('a payment batch', () => {
  test('collects what is checked, is released by another than closed it, and pays all its claims', async () => {
    const path = await checked('70.00')
    const made = await farid.post('/api/payment-batches', { pay_on: '2026-11-25' })
    expect([made.status, made.body.status]).toEqual([201, 'open'])
    expect(made.body.number).toMatch(/^PAY-2026-\d\d$/)
    const at = `/api/payment-batches/${made.body.id}`
    expect((await lucia.get(at)).status).toBe(404)
    expect((await lucia.get(path)).body).toMatchObject({ status: 'in_batch', batch: made.body.id })
    const late = await checked('45.00')
    expect((await farid.post(`${at}/collect-claims`)).status).toBe(200)
    expect((await farid.post(`${late}/take-out`)).body).toMatchObject({ status: 'checked', batch: null })
    expect((await farid.post(`${at}/close`)).body.status).toBe('ready')
    expect((await farid.post(`${at}/release`)).status).toBe(403)
    expect((await farid.post(`${path}/take-out`)).body.code).toBe('BATCH_IS_CLOSED')
    const released = await carmen.post(`${at}/release`)
    expect(released.body).toMatchObject({ status: 'released', released_on: '2026-11-21' })
    expect((await lucia.get(path)).body).toMatchObject({ status: 'paid', paid_on: '2026-11-21' })
    expect((await lucia.get(late)).body.status).toBe('checked')
    const { body } = await greta.get('/api/system/deliveries')
    expect(JSON.stringify(body)).toContain('https://books.example.com/batches')
  })

  test('that is dropped gives its claims free, and an empty one can’t be closed', async () => {
    const path = await checked('33.00')
    const { body } = await farid.post('/api/payment-batches', {})
    const at = `/api/payment-batches/${body.id}`
    expect((await farid.post(`${at}/drop`)).body).toMatchObject({ status: 'dropped', size: 0 })
    expect((await lucia.get(path)).body).toMatchObject({ status: 'checked', batch: null })
    const other = await farid.post('/api/payment-batches', {})
    expect(other.body.size).toBeGreaterThan(0)
    await carmen.post(`/api/payment-batches/${other.body.id}/close`)
    await farid.post(`/api/payment-batches/${other.body.id}/release`)
    const empty = await farid.post('/api/payment-batches', {})
    const refused = await farid.post(`/api/payment-batches/${empty.body.id}/close`)
    expect([refused.status, refused.body.code]).toEqual([409, 'EMPTY_BATCH'])
  })
})

async function claim(
  caller: Caller,
  lines: readonly object[],
  listed: readonly object[] = [],
): ReturnType<Caller['post']> {
  return caller.post('/api/expense-claims', { purpose: 'A trip', cost_centre: laboratory, lines, receipts: listed })
}

/** Path of a claim over that amount, with its receipt, that waits for the line manager. */
async function submitted(caller: Caller, amount: string): Promise<string> {
  const number = `R-${++receipts}`
  const made = await claim(caller, [{ ...train, amount, receipt: number }], [{ number, merchant: 'Rail' }])
  expect(made.status).toBe(201)
  const path = `/api/expense-claims/${made.body.id}`
  expect((await caller.post(`${path}/submit`)).status).toBe(200)
  return path
}

async function checked(amount: string): Promise<string> {
  const path = await submitted(lucia, amount)
  expect((await ines.post(`${path}/approve`)).status).toBe(200)
  expect((await carmen.post(`${path}/check`)).status).toBe(200)
  return path
}

function idOf(path: string): string {
  return path.split('/').at(-1) ?? ''
}
