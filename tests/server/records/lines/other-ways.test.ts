// Lines by lists and filters, batches, repeated keys, own calls, agents, and in the OpenAPI.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, TestApp } from '../../../apps/start-app.ts'
import type { Claims, Line } from './start-claims.ts'
import { line, startClaims } from './start-claims.ts'

let app: TestApp
let employee: Caller
let manager: Caller
let reader: Caller
let claim: Claims['claim']
let linesOf: Claims['linesOf']
beforeAll(async () => {
  ;({ app, employee, manager, reader, claim, linesOf } = await startClaims())
})
afterAll(() => app.stop())

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
          method: 'PATCH',
          path,
          headers: { 'If-Match': `"${version}"` },
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
      return body.result as {
        readonly isError?: boolean
        readonly content: readonly { readonly text: string }[]
        readonly structuredContent: Line
      }
    }
    const made = await call('create_Claim', { body: { title: 'By an agent', lines: [line('A')] } })
    const { id, lines } = made.structuredContent as Line & { readonly lines: readonly Line[] }
    expect(lines).toMatchObject([{ description: 'A' }])
    const late = await call('update_Claim', { id, body: { lines: [] } })
    expect([late.isError, JSON.parse(late.content[0]?.text ?? '')]).toMatchObject([true, { code: 'version_needed' }])
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
