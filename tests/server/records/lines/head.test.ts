// A head is written with its lines in one call: whole or not at all, by its version, its rules and its limits.
import { array, assert, asyncProperty, boolean, integer, nat, record } from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import type { Claims, Line } from './start-claims.ts'
import { line, patch, startClaims } from './start-claims.ts'

let app: TestApp
let employee: Caller
let manager: Caller
let claim: Claims['claim']
let linesOf: Claims['linesOf']
beforeAll(async () => {
  ;({ app, employee, manager, claim, linesOf } = await startClaims())
})
afterAll(() => app.stop())

describe('a head with its lines', () => {
  test(
    'is created in one call, which answers with both',
    { tags: 'reference/lines-what-is-part-of-a-whole' },
    async () => {
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
    },
  )

  test(
    'takes lines that are there with their id, makes those without, and removes those left out',
    { tags: 'reference/lines-what-is-part-of-a-whole' },
    async () => {
      const { path, version, lines } = await claim([line('A'), line('B'), line('C')])
      const [a, , c] = lines
      const changed = await patch(employee, path, version, {
        lines: [{ id: c?.id, price: '5.00' }, { id: a?.id }, line('D')],
      })
      expect([changed.status, changed.body]).toMatchObject([200, { _version: version + 1, total: '25.00' }])
      expect(
        changed.body.lines.map((each: Line) => [each.id === a?.id || each.id === c?.id, each['_version']]),
      ).toEqual([
        [true, 1],
        [true, 2],
        [false, 1],
      ])
      expect(await linesOf(path)).toEqual(['A', 'C', 'D'])
    },
  )

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

  test('needs the version that the caller saw', { tags: 'reference/lines-what-is-part-of-a-whole' }, async () => {
    const { path, version, lines } = await claim([line('A')])
    const without = await employee.patch(path, { lines: [] })
    expect([without.status, without.body]).toMatchObject([428, { code: 'version_needed' }])
    expect((await patch(employee, path, version, { lines: [{ id: lines[0]?.id }, line('B')] })).status).toBe(200)
    const late = await patch(employee, path, version, { lines: [{ id: lines[0]?.id }] })
    expect([late.status, late.body]).toMatchObject([412, { code: 'changed_meanwhile' }])
    expect(await linesOf(path)).toEqual(['A', 'B'])
  })

  test(
    'is written whole or not at all, and tells all wrong fields at their places',
    { tags: 'reference/lines-what-is-part-of-a-whole' },
    async () => {
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
    },
  )

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

  test(
    'has as many lines as its limits say, by whatever way',
    { tags: 'reference/lines-what-is-part-of-a-whole' },
    async () => {
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
    },
  )

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
