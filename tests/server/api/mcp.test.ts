// Agents over the Model Context Protocol, with the official client: the same policy as over REST.
// @module-tag call/post/mcp
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../helpers/compile-document.ts'
import { HELPDESK, TICKET } from '../../apps/helpdesk.ts'
import type { Caller, TestApp } from '../../apps/start-app.ts'
import { startApp, urlOf } from '../../apps/start-app.ts'

let app: TestApp
let url: string
let customer: Caller
let stranger: Caller
let agent: Caller

beforeAll(async () => {
  app = await startApp(HELPDESK)
  await new Promise<void>((resolve) => {
    if (app.server.listening) resolve()
    else app.server.listen(0, '127.0.0.1', resolve)
  })
  url = urlOf(app)
  customer = await app.as('Customer')
  stranger = await app.as('Customer', 'Stranger')
  agent = await app.as('Agent')
})
afterAll(() => app.stop())

async function connect(caller: Caller): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { Authorization: `Bearer ${caller.token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/api/mcp`), { requestInit }))
  return client
}

interface Result {
  readonly content: readonly { readonly text?: string }[]
  readonly structuredContent: Record<string, unknown>
  readonly isError?: boolean
}

async function callTool(client: Client, name: string, input: object): Promise<Result> {
  return (await client.callTool({ name, arguments: input as Record<string, unknown> })) as unknown as Result
}

describe('an agent', () => {
  test(
    'finds a tool per verb and transition that its person may do, and no other',
    { tags: 'reference/point-7-the-calls-it-makes' },
    async () => {
      const names = async (caller: Caller) => (await (await connect(caller)).listTools()).tools.map(({ name }) => name)
      const forAgent = await names(agent)
      expect(forAgent).toEqual(
        expect.arrayContaining(['list_Ticket', 'read_Ticket', 'create_Ticket', 'take_Ticket', 'explain', 'why_not']),
      )
      const forCustomer = await names(customer)
      expect(forCustomer).toContain('create_Ticket')
      expect(forCustomer).not.toContain('take_Ticket')
      expect(forCustomer).not.toContain('delete_Ticket')
      expect(await names(await app.as('Administrator'))).toContain('delete_Ticket')
    },
  )

  test('finds no tool where there is nothing to read or to import', async () => {
    const nothing = await startApp(documentOf({ 1: 'nothing yet' }))
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const { body } = await (await nothing.as('Administrator')).post('/api/mcp', message)
    await nothing.stop()
    expect(body.result.tools).toEqual([])
  })

  test('creates, reads and moves a record as REST does', async () => {
    const client = await connect(customer)
    const created = await callTool(client, 'create_Ticket', { body: TICKET })
    expect(created.isError).toBeUndefined()
    const id = String(created.structuredContent['id'])
    expect((await customer.get(`/api/tickets/${id}`)).body).toEqual(created.structuredContent)
    const taken = await callTool(await connect(agent), 'take_Ticket', { id })
    expect(taken.structuredContent).toMatchObject({ id, status: 'open', assignee: agent.id })
    const listed = await callTool(client, 'list_Ticket', { filter: 'status == "open"', limit: 1 })
    expect(listed.structuredContent['items']).toHaveLength(1)
  })

  test('learns by a refusal which line of the document refused it', async () => {
    const refused = await callTool(await connect(customer), 'create_Ticket', { body: { subject: 'No description' } })
    expect(refused.isError).toBe(true)
    expect(JSON.parse(refused.content[0]?.text ?? '')).toMatchObject({ code: 'invalid', source: { point: 3 } })
  })

  test('learns why it cannot do a transition, and tries a call without effect', async () => {
    const { body: ticket } = await customer.post('/api/tickets', TICKET)
    const client = await connect(customer)
    const why = await callTool(client, 'why_not', { entity: 'Ticket', id: ticket.id })
    expect(why.structuredContent['_may']).toMatchObject({ transitions: expect.anything() })
    const explained = await callTool(client, 'explain', {
      tool: 'update_Ticket',
      arguments: { id: ticket.id, body: { subject: 'Other' } },
    })
    expect(explained.structuredContent).toHaveProperty('allowed')
    expect((await customer.get(`/api/tickets/${ticket.id}`)).body.subject).toBe(TICKET.subject)
  })

  test('reads the description of the API, and the document only where its person may', async () => {
    const forCustomer = await connect(customer)
    const { resources } = await forCustomer.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(['verbatim://openapi'])
    await expect(forCustomer.readResource({ uri: 'verbatim://document' })).rejects.toThrow('There is no resource')
    const administrator = await app.as('Administrator')
    const { contents } = await (await connect(administrator)).readResource({ uri: 'verbatim://document' })
    expect(contents[0]).toMatchObject({ mimeType: 'text/markdown', text: app.dependencies.current.running.text })
  })
})

describe('fifty agents at once', { tags: 'P12' }, () => {
  test('each get what their person may read, and nothing of the others', async () => {
    const mine = (await customer.get('/api/tickets?limit=100')).body.items
    const theirs = (await stranger.get('/api/tickets?limit=100')).body.items
    expect(mine).not.toEqual(theirs)
    const clients = await Promise.all(Array.from({ length: 50 }, (_, n) => connect(n % 2 === 0 ? customer : stranger)))
    const lists = await Promise.all(clients.map((client) => callTool(client, 'list_Ticket', { limit: 100 })))
    for (const [n, list] of lists.entries())
      expect(list.structuredContent['items']).toEqual(n % 2 === 0 ? mine : theirs)
  })
})

describe('a tool', () => {
  test('gives an export as text, and where it is long its beginning and a link to all of it', async () => {
    const client = await connect(await app.as('Manager'))
    await customer.post('/api/tickets', TICKET)
    const { content } = await callTool(client, 'export_Ticket', {})
    expect(content).toHaveLength(1)
    expect(content[0]?.text).toMatch(/^\uFEFF?Number,Subject,/)
    const description = 'A long story. '.repeat(500)
    for (let number = 0; number < 20; number++) await customer.post('/api/tickets', { ...TICKET, description })
    const long = await callTool(client, 'export_Ticket', { format: 'ndjson' })
    const lines = long.content[0]?.text?.trimEnd().split('\n') ?? []
    expect(lines.map((line) => JSON.parse(line).id)).not.toContain(undefined)
    expect(long.content[0]?.text?.length).toBeLessThanOrEqual(100_000)
    expect(long.content[1]).toMatchObject({
      type: 'resource_link',
      uri: `http://localhost:${new URL(url).port}/api/tickets/export?format=ndjson`,
      name: expect.stringMatching(/^tickets-.*[.]ndjson$/),
    })
    const workbook = await callTool(client, 'export_Ticket', { format: 'xlsx' })
    const { resource } = workbook.content[0] as { readonly resource?: { readonly blob: string } }
    expect(
      Buffer.from(resource?.blob ?? '', 'base64')
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
  })

  test('takes a file to import', async () => {
    const client = await connect(await app.as('Administrator'))
    const input = { format: 'csv', content: 'name\nBy an agent\n', mode: 'run' }
    expect((await callTool(client, 'import_Tag', input)).structuredContent).toMatchObject({ kept: true, created: 1 })
    const tags = await callTool(client, 'list_Tag', { filter: 'name == "By an agent"' })
    expect(tags.structuredContent['items']).toHaveLength(1)
    await expect(callTool(client, 'import_Tag', { format: 'pdf', content: '' })).rejects.toThrow('needs format')
  })

  test('answers a call of the document, whatever it answers', async () => {
    const desk = await startApp(CALENDAR)
    const caller = await desk.as('Writer')
    await caller.post('/api/meetings', {
      title: 'Plans',
      starts_at: '2026-12-01T10:00:00Z',
      ends_at: '2026-12-01T11:00:00Z',
    })
    const call = async (name: string, input: object) => {
      const params = { name, arguments: input }
      const { status, body } = await caller.post('/api/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
      expect(status).toBe(200)
      return body.result
    }
    expect((await call('get_api_calendar', {})).content[0].text).toMatch(/^BEGIN:VCALENDAR\r\n[^]*SUMMARY:Plans\r\n/)
    expect((await call('get_api_names', { named: ['a', 'b'] })).structuredContent).toEqual({ result: ['a', 'b'] })
    await desk.stop()
  })
})

const CALENDAR = documentOf({
  3: `
### Meeting

| field | type | required |
|---|---|---|
| title | text | yes |
| starts_at | date and time | yes |
| ends_at | date and time | yes |
`,
  6: `
- sign-up: open, as Writer

| role | is |
|---|---|
| Writer | writes |

| role | entity | may |
|---|---|---|
| Writer | Meeting | everything |
`,
  7: `
### GET /api/calendar

- who: everyone

1. answer 200 as calendar

\`\`\`json
"\`Meeting\`"
\`\`\`

### GET /api/names

- who: everyone

| takes | in | type |
|---|---|---|
| named | query | list of text |

1. answer 200

\`\`\`json
"\`named\`"
\`\`\`
`,
})

describe('another site', { tags: 'P12' }, () => {
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
  const post = (server: TestApp, headers: { readonly [name: string]: string }, token: string) =>
    server.anyone.post('/api/mcp').set('Authorization', `Bearer ${token}`).set(headers).send(ping)

  test.each<readonly [headers: { readonly [name: string]: string }, status: number]>([
    [{ Host: 'evil.example' }, 403],
    [{ Host: 'evil.example', Origin: 'http://evil.example' }, 403],
    [{ Origin: 'http://evil.example' }, 403],
    [{ Origin: 'null' }, 403],
    [{ Host: 'localhost:3000', Origin: 'http://localhost:3000' }, 200],
    [{ Host: '[::1]:3000' }, 200],
    [{ Host: '192.168.1.5:3000' }, 200],
    [{ Host: '192.168.1.5.evil.example' }, 403],
  ])('%j is answered with %i, and asked for no credentials where it is foreign', async (headers, status) => {
    expect((await post(app, headers, customer.token)).status).toBe(status)
    const anonymous = await app.anyone.post('/api/mcp').set(headers).send(ping)
    expect(anonymous.status).toBe(status === 200 ? 401 : status)
  })

  test('is any but the public address; a trusted proxy asks by names of its own', async () => {
    const publicUrl = 'https://desk.example.com'
    const [desk, proxied] = [
      await startApp(HELPDESK, undefined, { publicUrl }),
      await startApp(HELPDESK, undefined, { publicUrl, trustedProxies: 1 }),
    ]
    const statuses = async (server: TestApp) => {
      const { token } = await server.as('Customer')
      const sent: readonly { readonly [name: string]: string }[] = [
        { Host: 'desk.example.com' },
        { Host: 'app:3000' },
        { Host: 'app:3000', Origin: 'http://app:3000' },
      ]
      return Promise.all(sent.map(async (headers) => (await post(server, headers, token)).status))
    }
    expect(await statuses(desk)).toEqual([200, 403, 403])
    expect(await statuses(proxied)).toEqual([200, 200, 403])
    await Promise.all([desk.stop(), proxied.stop()])
  })
})

describe('bad messages', () => {
  const post = (body: object) => app.anyone.post('/api/mcp').set('Authorization', `Bearer ${customer.token}`).send(body)

  test.each([
    ['several messages at once', [{ jsonrpc: '2.0', id: 1, method: 'ping' }]],
    ['another version of JSON-RPC', { jsonrpc: '1.0', id: 1, method: 'ping' }],
    ['no method', { jsonrpc: '2.0', id: 1 }],
  ])('%s are a 400', async (_, body) => {
    expect((await post(body)).status).toBe(400)
  })

  test('an unknown method, tool or argument is an error of the protocol', async () => {
    const codes = await Promise.all(
      [
        { method: 'nothing' },
        { method: 'tools/call', params: { name: 'drop_Ticket' } },
        { method: 'tools/call', params: { name: 'read_Ticket', arguments: { id: 'x', other: 1 } } },
        { method: 'tools/call', params: { name: 'read_Ticket', arguments: {} } },
        { method: 'tools/call', params: { name: 'explain', arguments: {} } },
        { method: 'tools/call', params: { name: 'why_not', arguments: { id: 'x' } } },
      ].map(async (message) => (await post({ jsonrpc: '2.0', id: 1, ...message })).body.error.code),
    )
    expect(codes).toEqual([-32_601, -32_602, -32_602, -32_602, -32_602, -32_602])
  })

  test('nobody without a token gets in, an unknown revision is refused, and there is no stream to open', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
    expect((await app.anyone.post('/api/mcp').send(ping)).status).toBe(401)
    for (const version of ['1999-01-01', '2025-03-26'])
      expect((await post(ping).set('MCP-Protocol-Version', version)).status).toBe(400)
    // The revision that has batches is not offered.
    const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'old', version: '1' } }
    const { result } = (await post({ jsonrpc: '2.0', id: 1, method: 'initialize', params })).body
    expect(result.protocolVersion).toBe('2025-11-25')
    expect((await customer.get('/api/mcp')).status).toBe(405)
    expect((await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202)
  })
})
