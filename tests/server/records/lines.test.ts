// Lines of a head: written with it in one call, each under its own grants and rules, or by themselves.
import { array, assert, asyncProperty, boolean, integer, nat, record } from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXPENSES } from '../../helpers/expenses.ts'
import type { Caller, TestApp } from '../../helpers/start-app.ts'
import { startApp } from '../../helpers/start-app.ts'
import { parallel, sendAs } from '../../races/parallel.ts'

interface Line {
  readonly id: string
  readonly description: string
  readonly [field: string]: unknown
}

let app: TestApp
let employee: Caller
let manager: Caller
let auditor: Caller
let reader: Caller

beforeAll(async () => {
  app = await startApp(EXPENSES)
  employee = await app.as('Employee')
  manager = await app.as('Manager')
  auditor = await app.as('Auditor')
  reader = await app.as('Reader')
})
afterAll(() => app.stop())

const line = (description: string, more: object = {}) => ({ what: 'train', description, price: '10.00', ...more })

const countOf = (answers: readonly { readonly status: number }[], status: number): number =>
  answers.filter((answer) => answer.status === status).length

/** A claim of the employee's with these lines. */
async function claim(lines: readonly object[], who = employee, more: object = {}) {
  const made = await who.post('/api/claims', { title: 'Berlin', ...more, lines })
  expect([made.status, made.body]).toMatchObject([201, {}])
  const path = `/api/claims/${made.body.id}`
  return { path, id: String(made.body.id), version: Number(made.body._version), lines: made.body.lines as Line[] }
}

const linesOf = async (path: string, who = manager) =>
  ((await who.get(`${path}?expand=lines`)).body.lines as Line[]).map(({ description }) => description)

const patch = (who: Caller, path: string, version: number, body: object) =>
  who.patch(path, body).set('If-Match', `"${version}"`)

describe('a head with its lines', () => {
  test('is created in one call, which answers with both', async () => {
    const { status, body, headers } = await employee.post('/api/claims', {
      title: 'Berlin',
      lines: [line('There', { quantity: 2, position: 2 }), line('Back', { position: 1 })],
    })
    expect([status, body]).toMatchObject([201, { title: 'Berlin', _version: 1, total: '30.00' }])
    // In their order; the relation is given, though nobody granted it.
    expect(body.lines).toMatchObject([
      { description: 'Back', quantity: 1, total: '10.00', claim: body.id, _version: 1 },
      { description: 'There', quantity: 2, total: '20.00' },
    ])
    expect(headers['etag']).toMatch(/^"1\./)
  })

  test('takes lines that are there with their id, makes those without, and removes those left out', async () => {
    const { path, version, lines } = await claim([line('A'), line('B'), line('C')])
    const [a, , c] = lines
    const changed = await patch(employee, path, version, {
      lines: [{ id: c?.id, price: '5.00' }, { id: a?.id }, line('D')],
    })
    expect([changed.status, changed.body]).toMatchObject([200, { _version: version + 1, total: '25.00' }])
    expect(changed.body.lines.map((each: Line) => [each.id === a?.id || each.id === c?.id, each['_version']])).toEqual([
      [true, 1],
      [true, 2],
      [false, 1],
    ])
    expect(await linesOf(path)).toEqual(['A', 'C', 'D'])
  })

  test('keeps its lines where none are sent, and all that were sent with nothing new', async () => {
    const { path, version, lines } = await claim([line('A'), line('B')])
    const titled = await patch(employee, path, version, { title: 'Paris' })
    expect(titled.body).toMatchObject({ _version: version + 1 })
    const same = await patch(employee, path, version + 1, {
      lines: lines.map(({ id, description, price }) => ({ id, description, price })),
    })
    expect([same.status, same.body._version]).toEqual([200, version + 1])
    expect(await linesOf(path)).toEqual(['A', 'B'])
  })

  test('takes lines that exchange what is unique, or hand it on to others', async () => {
    const made = await claim([line('A', { receipt: '1' }), line('B', { receipt: '2' }), line('C', { receipt: '3' })])
    const [a, b, c] = made.lines.map(({ id }) => ({ id }))
    const receipts = (body: { readonly lines: readonly Line[] }) =>
      Object.fromEntries(body.lines.map((each) => [each.description, [each['receipt'], each['_version']]]))
    const turned = await patch(employee, made.path, made.version, {
      lines: [
        { ...a, receipt: '2' },
        { ...b, receipt: '3' },
        { ...c, receipt: '1' },
      ],
    })
    expect([turned.status, receipts(turned.body)]).toEqual([200, { A: ['2', 2], B: ['3', 2], C: ['1', 2] }])
    const handed = await patch(employee, made.path, turned.body._version, {
      lines: [line('D', { receipt: '2' }), { ...a, receipt: '4' }, b, c],
    })
    expect([handed.status, receipts(handed.body)]).toMatchObject([200, { A: ['4', 3], D: ['2', 1] }])
    // The history has what stood there before.
    const history = await employee.get(`/api/claim-lines/${a?.id}/history`)
    expect(history.body.items.map((entry: { changes: object }) => entry.changes)).toMatchObject([
      { receipt: ['2', '4'] },
      { receipt: ['1', '2'] },
      {},
    ])
    // What another line keeps is taken, and so is what two of them want.
    for (const [first, second] of [
      ['3', '5'],
      ['6', '6'],
    ]) {
      const refused = await patch(employee, made.path, handed.body._version, {
        lines: [{ ...a, receipt: first }, b, { ...c, receipt: second }],
      })
      const at = first === '3' ? 'lines[0].receipt' : 'lines[2].receipt'
      expect([refused.status, refused.body.errors[0].field]).toEqual([409, at])
    }
  })

  test('needs the version that the caller saw', async () => {
    const { path, version, lines } = await claim([line('A')])
    const without = await employee.patch(path, { lines: [] })
    expect([without.status, without.body]).toMatchObject([428, { code: 'version_needed' }])
    expect((await patch(employee, path, version, { lines: [{ id: lines[0]?.id }, line('B')] })).status).toBe(200)
    const late = await patch(employee, path, version, { lines: [{ id: lines[0]?.id }] })
    expect([late.status, late.body]).toMatchObject([412, { code: 'changed_meanwhile' }])
    expect(await linesOf(path)).toEqual(['A', 'B'])
  })

  test('is written whole or not at all, and tells all wrong fields at their places', async () => {
    const { status, body } = await employee.post('/api/claims', {
      title: 'T',
      lines: [line('A'), line('B', { price: '0' }), { what: 'plane' }, line('D', { spent_on: '2030-01-01' })],
    })
    expect([status, body.errors.map(({ field, code }: { field: string; code: string }) => [field, code])]).toEqual([
      422,
      [
        ['lines[1].price', 'too_small'],
        ['lines[2].what', 'not_one_of'],
        ['lines[2].description', 'required'],
        ['lines[2].price', 'required'],
      ],
    ])
    expect((await manager.get('/api/claims?filter=title == "T"')).body.items).toEqual([])
    // Rules are evaluated once all lines stand there.
    const late = await employee.post('/api/claims', { title: 'T', lines: [line('D', { spent_on: '2030-01-01' })] })
    expect([late.status, late.body]).toMatchObject([
      422,
      { code: 'IN_FUTURE', errors: [{ field: 'lines[0].spent_on', code: 'IN_FUTURE' }] },
    ])
    const both = await employee.post('/api/claims', { lines: [line('B', { price: 'x' }), 5] })
    expect(both.body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'lines[1]',
      'title',
      'lines[0].price',
    ])
  })

  test('obeys rules over its lines, and rules of lines over each other, once all are written', async () => {
    const much = await employee.post('/api/claims', {
      title: 'T',
      lines: [line('A', { price: '300' }), line('B', { price: '300' })],
    })
    expect([much.status, much.body.code]).toEqual([422, 'TOO_MUCH'])
    const dinners = [1, 2, 3].map((day) => line(`Dinner ${day}`, { what: 'dinner' }))
    const three = await employee.post('/api/claims', { title: 'T', lines: dinners })
    expect([three.status, three.body.code, three.body.errors[0].field]).toEqual([422, 'DINNERS', 'lines[0].what'])
    // What is over the limit on the way is not, once it is done.
    const { path, version, lines } = await claim([line('A', { price: '400' }), line('B')])
    const moved = await patch(employee, path, version, {
      lines: [
        { id: lines[0]?.id, price: '100' },
        { id: lines[1]?.id, price: '400' },
      ],
    })
    expect([moved.status, moved.body.total]).toEqual([200, '500.00'])
  })

  test('has as many lines as its limits say, by whatever way', async () => {
    const none = await employee.post('/api/claims', { title: 'T' })
    expect([none.status, none.body.errors]).toMatchObject([422, [{ field: 'lines', code: 'too_few' }]])
    expect((await employee.post('/api/claims', { title: 'T', lines: [] })).body.errors[0].message).toBe(
      'Lines: at least 1.',
    )
    const many = await employee.post('/api/claims', {
      title: 'T',
      lines: Array.from({ length: 21 }, (_, at) => line(`L${at}`, { price: '1' })),
    })
    expect(many.body.errors).toMatchObject([{ field: 'lines', code: 'too_many' }])
    const { lines } = await claim([line('A')])
    const last = await employee.delete(`/api/claim-lines/${lines[0]?.id}`)
    expect([last.status, last.body.errors]).toMatchObject([422, [{ field: 'lines', code: 'too_few' }]])
  })

  test('refuses lines of another head, twice the same, and another head in them', async () => {
    const { path, version, lines, id } = await claim([line('A')])
    const other = await claim([line('X')])
    const wrong = await patch(employee, path, version, {
      lines: [
        { id: lines[0]?.id, claim: id },
        { id: other.lines[0]?.id, price: '1' },
      ],
    })
    expect([wrong.status, wrong.body.errors]).toMatchObject([422, [{ field: 'lines[1].id', code: 'not_found' }]])
    const forms = await patch(employee, path, version, {
      lines: [{ id: lines[0]?.id }, { id: lines[0]?.id }, { ...line('B'), claim: other.id }, { delete: true }, 'line'],
    })
    expect(forms.body.errors.map(({ field, code }: { field: string; code: string }) => [field, code])).toEqual([
      ['lines[1].id', 'doubled'],
      ['lines[2].claim', 'not_allowed'],
      ['lines[3].id', 'wrong_type'],
      ['lines[4]', 'wrong_type'],
    ])
    expect((await employee.post('/api/claims', { title: 'T', lines: {} })).body.errors).toMatchObject([
      { field: 'lines', code: 'wrong_type' },
    ])
  })
})

describe('each line under its own grants', () => {
  test('is refused at its place where it may not be written', async () => {
    const field = await employee.post('/api/claims', { title: 'T', lines: [line('A', { note: 'x' })] })
    expect([field.status, field.body.errors]).toMatchObject([422, [{ field: 'lines[0].note' }]])
    const { path, id } = await claim([line('A')])
    expect((await employee.post(`${path}/submit`)).status).toBe(200)
    // The head is no draft any more, for the one whose grants say so.
    const by = await employee.post('/api/claim-lines', line('B', { claim: id }))
    expect(by.status).toBe(422)
    const secret = await auditor.post('/api/claim-lines', line('S', { claim: id, private: true }))
    expect(secret.status).toBe(403)
    const version = (await auditor.get(path)).body._version
    const within = await patch(auditor, path, version, { lines: [line('B'), line('S', { private: true })] })
    expect([within.status, within.body.errors]).toMatchObject([403, [{ field: 'lines[1]', code: 'not_allowed' }]])
    expect(await linesOf(path)).toEqual(['A'])
  })

  test('is no field at all for those who may not know of lines', async () => {
    const sent = await reader.post('/api/claims', { title: 'T', lines: [line('A')] })
    expect([sent.status, sent.body.errors]).toMatchObject([422, [{ field: 'lines', code: 'unknown_field' }]])
    const { path } = await claim([line('A')])
    const read = await reader.get(`${path}?expand=lines`)
    expect([read.status, read.body.code]).toEqual([400, 'unknown_field'])
  })

  test('is kept when left out by those who may not see all, who name what goes', async () => {
    const { path, version, lines } = await claim([line('A'), line('B'), line('Secret', { private: true })], manager)
    expect(await linesOf(path, auditor)).toEqual(['A', 'B'])
    const left = await patch(auditor, path, version, { lines: [{ id: lines[0]?.id, note: 'seen' }] })
    expect(left.status).toBe(200)
    expect(await linesOf(path)).toEqual(['A', 'B', 'Secret'])
    const named = await patch(auditor, path, version + 1, { lines: [{ id: lines[1]?.id, delete: true }] })
    expect(named.status).toBe(200)
    expect(await linesOf(path)).toEqual(['A', 'Secret'])
    // One that they may not see is not there.
    const hidden = await patch(auditor, path, version + 2, { lines: [{ id: lines[2]?.id, delete: true }] })
    expect([hidden.status, hidden.body.errors]).toMatchObject([422, [{ field: 'lines[0].id', code: 'not_found' }]])
    // A head without hidden lines is treated alike: nobody learns whether there are any.
    const plain = await claim([line('A'), line('B')], manager)
    await patch(auditor, plain.path, plain.version, { lines: [{ id: plain.lines[0]?.id }] })
    expect(await linesOf(plain.path)).toEqual(['A', 'B'])
  })
})

describe('a line by itself', () => {
  test('raises the version of its head, and obeys the rules over it', async () => {
    const { path, id, version, lines } = await claim([line('A'), line('B')])
    const at = `/api/claim-lines/${lines[0]?.id}`
    expect((await employee.patch(at, { price: '20' })).status).toBe(200)
    expect((await employee.get(path)).body).toMatchObject({ _version: version + 1, total: '30.00' })
    const much = await employee.patch(at, { price: '900' })
    expect([much.status, much.body.code]).toEqual([422, 'TOO_MUCH'])
    expect((await employee.get(path)).body).toMatchObject({ _version: version + 1 })
    expect((await employee.delete(`/api/claim-lines/${lines[1]?.id}`)).status).toBe(204)
    expect((await employee.get(path)).body).toMatchObject({ _version: version + 2, total: '20.00' })
    const added = await manager.post('/api/claim-lines', line('C', { claim: id }))
    expect(added.status).toBe(201)
    expect((await employee.get(path)).body).toMatchObject({ _version: version + 3, total: '30.00' })
  })

  test('moved to another head raises both', async () => {
    const from = await claim([line('A'), line('B')])
    const to = await claim([line('X')])
    expect((await manager.patch(`/api/claim-lines/${from.lines[0]?.id}`, { claim: to.id })).status).toBe(200)
    expect((await manager.get(from.path)).body).toMatchObject({ _version: from.version + 1, total: '10.00' })
    expect((await manager.get(to.path)).body).toMatchObject({ _version: to.version + 1, total: '20.00' })
  })

  test('goes with its head and comes back with it', async () => {
    const { path, lines } = await claim([line('A'), line('B')])
    expect((await employee.delete(path)).status).toBe(204)
    expect((await employee.get(`/api/claim-lines/${lines[0]?.id}`)).status).toBe(404)
    expect((await employee.post(`${path}/restore`)).status).toBe(200)
    expect(await linesOf(path)).toEqual(['A', 'B'])
  })
})

describe('the history', () => {
  test('has the head and its lines in one change set, and every version of the head', async () => {
    const { path, version, lines } = await claim([line('A'), line('B')])
    await patch(employee, path, version, { title: 'Rome', lines: [{ id: lines[0]?.id, price: '3' }, line('C')] })
    await employee.patch(`/api/claim-lines/${lines[0]?.id}`, { price: '4' })
    const head = (await employee.get(`${path}/history`)).body.items as Line[]
    expect(head.map(({ event, version: at }) => [event, at])).toEqual([
      ['changed', 3],
      ['changed', 2],
      ['created', 1],
    ])
    expect(head.slice(0, 2).map(({ changes }) => Object.keys(changes as object))).toEqual([[], ['title']])
    const of = (await employee.get(`/api/claim-lines/${lines[0]?.id}/history`)).body.items as Line[]
    expect(of.map((entry) => entry['changeSet'])).toEqual(head.map((entry) => entry['changeSet']))
  })
})

describe('many at once', () => {
  test('fifty who saw the same version: one writes lines', async () => {
    const { path, version, lines } = await claim([line('A')])
    const send = sendAs(app, employee)
    const answers = await parallel(50, (index) =>
      send('PATCH', path, { lines: [{ id: lines[0]?.id }, line(`By ${index}`)] }, { 'If-Match': `"${version}"` }),
    )
    expect(countOf(answers, 200)).toBe(1)
    expect(countOf(answers, 412)).toBe(49)
    expect(await linesOf(path)).toHaveLength(2)
  })

  test('fifty who add a line each: no more than the limit of lines, and no more than the rule over them', async () => {
    const { path, id } = await claim([line('A', { price: '20' })])
    const send = sendAs(app, manager)
    const answers = await parallel(50, (index) =>
      send('POST', '/api/claim-lines', line(`L${index}`, { claim: id, price: '30' })),
    )
    // 20 + 16 × 30 is 500; of lines there may be 20.
    expect([countOf(answers, 201), countOf(answers, 422)]).toEqual([16, 34])
    expect((await manager.get(path)).body).toMatchObject({ total: '500.00', _version: 17 })
    const cheap = await claim([line('A', { price: '1' })])
    const more = await parallel(50, (index) =>
      send('POST', '/api/claim-lines', line(`L${index}`, { claim: cheap.id, price: '1' })),
    )
    expect([countOf(more, 201), countOf(more, 422)]).toEqual([19, 31])
  })
})

test('whatever is sent, the lines are afterwards what was sent, and the sum is theirs', async () => {
  const sent = array(record({ old: boolean(), pick: nat(9), cents: integer({ min: 1, max: 2000 }) }), {
    minLength: 1,
    maxLength: 9,
  })
  let { path, version, lines } = await claim([line('first')])
  await assert(
    asyncProperty(sent, async (edits) => {
      const used = new Set<string>()
      const body = edits.map(({ old, pick, cents }, index) => {
        const price = (cents / 100).toFixed(2)
        const id = lines[pick % lines.length]?.id ?? ''
        if (!old || used.has(id)) return { ...line(`${index}`), price }
        used.add(id)
        return { id, price }
      })
      const done = await patch(employee, path, version, { lines: body })
      expect([done.status, done.body.detail]).toEqual([200, undefined])
      const prices = (done.body.lines as Line[]).map((each) => String(each['price']))
      expect(prices.toSorted()).toEqual(body.map(({ price }) => price).toSorted())
      expect([...used].every((id) => (done.body.lines as Line[]).some((each) => each.id === id))).toBe(true)
      expect(done.body.total).toBe(edits.reduce((sum, { cents }) => sum + cents / 100, 0).toFixed(2))
      version = done.body._version
      lines = done.body.lines
    }),
    { numRuns: 15, seed: 11 },
  )
})

describe('other ways to it', () => {
  test('lists stand with their lines too, and an own filter walks them', async () => {
    const { id } = await claim([line('Needle', { position: 1 }), line('Hay', { position: 2 })])
    const found = await employee.get('/api/claims?expand=lines&filter=lines.exists(l, l.description == "Needle")')
    expect(found.body.items).toMatchObject([{ id, lines: [{ description: 'Needle' }, { description: 'Hay' }] }])
    const deep = await manager.get(`/api/claims?expand=lines.created_by&filter=id == "${id}"`)
    expect(deep.body.items[0].lines[0].created_by).toMatchObject({ id: employee.id })
  })

  test('a batch writes heads with lines, with the version in its headers', async () => {
    const { path, version, lines } = await claim([line('A')])
    const done = await employee.post('/api/batch', {
      calls: [
        { method: 'POST', path: '/api/claims', body: { title: 'In a batch', lines: [line('Z')] } },
        {
          ...{ method: 'PATCH', path, headers: { 'If-Match': `"${version}"` } },
          body: { lines: [{ id: lines[0]?.id }, line('B')] },
        },
      ],
    })
    expect([done.status, done.body.answers]).toMatchObject([200, [{ status: 201 }, { status: 200 }]])
    expect(await linesOf(path)).toEqual(['A', 'B'])
    const refused = await employee.post('/api/batch', {
      calls: [{ method: 'PATCH', path, body: { lines: [] } }],
    })
    expect([refused.status, refused.body.code]).toEqual([428, 'version_needed'])
  })

  test('a repeated key makes it once', async () => {
    const body = { title: 'Once', lines: [line('A')] }
    const send = () => employee.post('/api/claims', body).set('Idempotency-Key', 'lines-once')
    const [first, second] = [await send(), await send()]
    expect(second.body).toEqual(first.body)
    expect(second.body.lines).toHaveLength(1)
  })

  test('a call of the document’s own makes a head and its lines in its steps, or nothing', async () => {
    const send = (body: object) => employee.post('/api/quick-claims', body)
    expect((await send({ title: 'Quick', price: '5' })).status).toBe(204)
    const none = await send({ title: 'Quick' })
    expect([none.status, none.body.errors]).toMatchObject([422, [{ field: 'lines', code: 'too_few' }]])
    const much = await send({ title: 'Quick', price: '501' })
    expect([much.status, much.body.code]).toEqual([422, 'TOO_MUCH'])
    const kept = await employee.get('/api/claims?filter=title == "Quick"&expand=lines')
    expect(kept.body.items).toMatchObject([{ total: '5.00', lines: [{ description: 'Quick' }] }])
  })

  test('agents send lines as REST does, with the version that they saw', async () => {
    const call = async (name: string, input: object) => {
      const params = { name, arguments: input }
      const sent = employee.post('/api/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
      const { body } = await sent.set('Accept', 'application/json, text/event-stream')
      return body.result as { readonly isError?: boolean; readonly structuredContent: Line }
    }
    const made = await call('create_Claim', { body: { title: 'By an agent', lines: [line('A')] } })
    const { id, lines } = made.structuredContent as Line & { readonly lines: readonly Line[] }
    expect(lines).toMatchObject([{ description: 'A' }])
    const late = await call('update_Claim', { id, body: { lines: [] } })
    expect([late.isError, late.structuredContent['code']]).toEqual([true, 'version_needed'])
    const done = await call('update_Claim', { id, if_match: '"1"', body: { lines: [{ id: lines[0]?.id }, line('B')] } })
    expect(done.structuredContent).toMatchObject({ _version: 2, lines: [{ description: 'A' }, { description: 'B' }] })
  })

  test('the description of the API has the lines in bodies and records', async () => {
    const { components } = (await employee.get('/api/openapi.json')).body
    const { lines } = components.schemas.Claim_create.properties
    expect(lines).toMatchObject({ type: 'array', minItems: 1, maxItems: 20 })
    expect(Object.keys(lines.items.properties)).toEqual([
      'position',
      'what',
      'description',
      'spent_on',
      'quantity',
      'price',
      'receipt',
      'private',
    ])
    expect(lines.items.required).toEqual(['what', 'description', 'price'])
    expect(Object.keys(components.schemas.Claim_update.properties.lines.items.properties)).toEqual(
      expect.arrayContaining(['id', 'delete', 'what']),
    )
    expect(components.schemas.Claim.properties.lines).toMatchObject({ type: 'array' })
    const told = (await reader.get('/api/openapi.json')).body.components.schemas
    expect(told.Claim.properties).not.toHaveProperty('lines')
    expect(told.Claim_create.properties).not.toHaveProperty('lines')
  })
})
