// A line obeys its own grants, raises the version of its head, and stands with it in the history.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import type { Claims, Line } from './start-claims.ts'
import { line, patch, startClaims } from './start-claims.ts'

let app: TestApp
let employee: Caller
let manager: Caller
let auditor: Caller
let reader: Caller
let claim: Claims['claim']
let linesOf: Claims['linesOf']
beforeAll(async () => {
  ;({ app, employee, manager, auditor, reader, claim, linesOf } = await startClaims())
})
afterAll(() => app.stop())

describe('each line under its own grants', () => {
  test(
    'is refused at its place where it may not be written',
    { tags: 'reference/lines-what-is-part-of-a-whole' },
    async () => {
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
    },
  )

  test('is no field at all for those who may not know of lines', async () => {
    const sent = await reader.post('/api/claims', { title: 'T', lines: [line('A')] })
    expect([sent.status, sent.body.errors]).toMatchObject([422, [{ field: 'lines', code: 'unknown_field' }]])
    const { path } = await claim([line('A')])
    const read = await reader.get(`${path}?expand=lines`)
    expect([read.status, read.body.code]).toEqual([400, 'unknown_field'])
  })

  test(
    'is kept when left out by those who may not see all, who name what goes',
    { tags: 'reference/lines-what-is-part-of-a-whole' },
    async () => {
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
    },
  )
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
