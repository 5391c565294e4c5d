// Many who write the lines of one head at once keep its version, its limits and its rules.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import { parallel, sendAs } from '../../../races/parallel.ts'
import type { Claims } from './start-claims.ts'
import { line, startClaims } from './start-claims.ts'

let app: TestApp
let employee: Caller
let manager: Caller
let claim: Claims['claim']
let linesOf: Claims['linesOf']
beforeAll(async () => {
  ;({ app, employee, manager, claim, linesOf } = await startClaims())
})
afterAll(() => app.stop())

describe('many at once', () => {
  const countOf = (answers: readonly { readonly status: number }[], status: number): number =>
    answers.filter((answer) => answer.status === status).length

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
