// Reading a record over HTTP: what each role may see of it, and what is not sent again.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp } from '../../apps/start-app.ts'

let app: TestApp
let customer: Caller
let stranger: Caller
let agent: Caller
let manager: Caller

beforeAll(async () => {
  app = await startApp(HELPDESK)
  customer = await app.as('Customer')
  stranger = await app.as('Customer', 'Stranger')
  agent = await app.as('Agent')
  manager = await app.as('Manager')
})
afterAll(() => app.stop())

async function report(
  by = customer,
  more: object = {},
): Promise<{ readonly id: string; readonly path: string; readonly etag: string }> {
  const { body, headers, status } = await by.post('/api/tickets', { ...TICKET, ...more })
  expect(body).toMatchObject({ subject: 'Printer' })
  expect(status).toBe(201)
  return { id: body.id, path: `/api/tickets/${body.id}`, etag: headers['etag'] ?? '' }
}

describe('reading', () => {
  test("a stranger's ticket does not exist: 404, as for an invented id", async () => {
    const { path } = await report()
    const hidden = await stranger.get(path)
    const invented = await stranger.get('/api/tickets/01a1fc8f-5911-77a7-88f4-ea17316eee02')
    expect(hidden.status).toBe(404)
    expect({ ...hidden.body, request: '' }).toEqual({ ...invented.body, request: '' })
    expect((await stranger.patch(path, { subject: 'Mine' })).status).toBe(404)
    expect((await stranger.delete(path)).status).toBe(404)
    expect((await stranger.post(`${path}/resolve`, { resolution: 'x' })).status).toBe(404)
    expect((await stranger.get(`${path}/history`)).status).toBe(404)
  })

  test('a ticket is found by its number', async () => {
    const { path } = await report()
    const { body } = await customer.get(path)
    expect((await customer.get(`/api/tickets/number/${body.number}`)).body).toEqual(body)
    expect((await stranger.get(`/api/tickets/number/${body.number}`)).status).toBe(404)
  })

  test('a client that has it already gets 304', async () => {
    const { path, etag } = await report()
    expect(etag).toMatch(/^"1\.[\w-]+"$/)
    const { status, text } = await customer.get(path).set('If-None-Match', etag)
    expect([status, text]).toEqual([304, ''])
  })

  test('each coding of a long one has a tag of its own, and each of them is known, and good for a change', async () => {
    const { path } = await report(customer, { description: 'It hums. '.repeat(1_000) })
    const [plain, packed] = [
      await customer.get(path).set('Accept-Encoding', 'identity'),
      await customer.get(path).set('Accept-Encoding', 'br'),
    ]
    const form = packed.headers['etag'] ?? ''
    expect(packed.headers['content-encoding']).toBe('br')
    expect(packed.body).toEqual(plain.body)
    expect(form).toBe((plain.headers['etag'] ?? '').replace(/"$/, '-br"'))
    for (const known of [form, `W/${form}`, `"1.x", ${plain.headers['etag']}`, '*'])
      expect((await customer.get(path).set('If-None-Match', known)).status).toBe(304)
    expect((await customer.get(path).set('If-None-Match', '"1.x"')).status).toBe(200)
    expect((await customer.patch(path, { subject: 'Printer hums' }).set('If-Match', form)).status).toBe(200)
  })

  test('without signing in: 401, but published articles are for anyone', async () => {
    const article = await manager.post('/api/articles', { title: 'Clear a jam', body: 'Open it.', published: true })
    await manager.post('/api/articles', { title: 'Secret', body: 'Hidden.', published: false })
    expect((await app.anyone.get('/api/tickets')).status).toBe(401)
    const { body } = await app.anyone.get('/api/articles')
    expect(body.items.map(({ title }: { title: string }) => title)).toEqual(['Clear a jam'])
    expect(Object.keys(body.items[0]).toSorted()).toEqual([
      '_version',
      'body',
      'id',
      'slug',
      'title',
      'topic',
      'updated_at',
    ])
    expect((await app.anyone.get(`/api/articles/slug/clear-a-jam`)).body.id).toBe(article.body.id)
    expect((await app.anyone.get(`/api/articles/slug/secret`)).status).toBe(404)
  })

  test('fields and expansion give as much as may be read', async () => {
    const { path } = await report()
    const { body } = await customer.get(`${path}?fields=subject,requester&expand=requester`)
    expect(body).toEqual({
      id: expect.any(String),
      _version: 1,
      subject: 'Printer',
      requester: { id: customer.id, _version: 1, name: 'Customer 1', picture: null },
    })
    expect((await agent.get(`${path}?expand=requester&fields=requester`)).body.requester).toMatchObject({
      name: 'Customer 1',
      email: 'customer.1@example.com',
    })
  })
})
