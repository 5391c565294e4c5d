// Yardstick: hand-tuned Express, the fastest that one writes in it: routes of its own in front of the router, answers that end
// the response themselves, prepared statements, JSON text made by SQLite, and one commit for all writes that came meanwhile.
// Run as `node tuned-server.ts DATABASE PORT`. It checks less than the usual Express server and is meant as a ceiling.
import express from 'express'
import { hash, randomUUIDv7 } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SQLOutputValue, StatementSync } from 'node:sqlite'
import { openBenchDatabase } from './database.ts'

interface Actor {
  readonly id: string
  readonly role: string
  readonly team: string | null
}

/** A record as JSON text, and what the next page begins after. */
type Row = readonly [json: string, sortedBy: string, id: string]

const [path = '', port = ''] = process.argv.slice(2)
const database = openBenchDatabase(path)
database.exec('PRAGMA optimize')

/** A ticket as JSON text: what a customer sees, or with the internal note what an agent sees. */
function ticketJson(relations: 'ids' | 'people', note: boolean): string {
  const person = (alias: string) =>
    `CASE WHEN ${alias}.id IS NULL THEN NULL ELSE json_object('id', ${alias}.id, '_version', ${alias}.version, 'name', ${alias}.name,
      'email', ${alias}.email, 'phone', ${alias}.phone, 'team', ${alias}.team, 'roles', json_array(${alias}.role)) END`
  return `json_object('id', t.id, '_version', t.version, 'number', t.number, 'subject', t.subject, 'description', t.description,
    'status', t.status, 'priority', t.priority,
    'requester', ${relations === 'ids' ? 't.requester' : person('r')}, 'assignee', ${relations === 'ids' ? 't.assignee' : person('a')},
    'team', t.team, 'tags', (SELECT json_group_array(tag) FROM ticket_tag WHERE ticket = t.key), 'due_at', t.due_at,
    'attachments', json(t.attachments), 'resolution', t.resolution, 'resolved_at', t.resolved_at,
    'hours_to_resolve', CASE WHEN t.resolved_at IS NOT NULL
      THEN printf('%.1f', (julianday(t.resolved_at) - julianday(t.created_at)) * 24) END,
    ${note ? `'internal_note', t.internal_note,` : ''}
    'created_at', t.created_at, 'created_by', t.created_by, 'updated_at', t.updated_at, 'updated_by', t.updated_by)`
}

function prepareList(where: string, relations: 'ids' | 'people', note: boolean): StatementSync {
  const joins =
    relations === 'ids' ? '' : 'LEFT JOIN person r ON r.id = t.requester LEFT JOIN person a ON a.id = t.assignee'
  return prepareArrays(`SELECT ${ticketJson(relations, note)}, t.updated_at, t.id FROM ticket t ${joins}
    WHERE ${where} ORDER BY t.updated_at DESC, t.id DESC LIMIT ?`)
}

function prepareArrays(sql: string): StatementSync {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  return statement
}

const findActor = database.prepare(`
  SELECT p.id, p.role, p.team FROM session s JOIN person p ON p.id = s.person
  WHERE s.token = ? AND s.expires_at > ? AND p.active = 1`)
const getAsAgent = prepareArrays(`SELECT ${ticketJson('ids', true)}, t.version FROM ticket t WHERE t.id = ?`)
const getAsCustomer = prepareArrays(
  `SELECT ${ticketJson('ids', false)}, t.version FROM ticket t WHERE t.id = ? AND t.requester = ?`,
)
const listAsAgent = prepareList('t.status = ?', 'ids', true)
const listExpanded = prepareList('t.status = ?', 'people', true)
const listAsCustomer = prepareList('t.status = ? AND t.requester = ?', 'ids', false)
const COMMENT_JSON = `json_object('id', c.id, '_version', c.version, 'ticket', c.ticket, 'author', c.author, 'body', c.body,
  'internal', json(CASE c.internal WHEN 1 THEN 'true' ELSE 'false' END),
  'created_at', c.created_at, 'created_by', c.created_by, 'updated_at', c.updated_at, 'updated_by', c.updated_by)`
const listComments = prepareArrays(`SELECT ${COMMENT_JSON}, c.created_at, c.id FROM comment c
  ORDER BY c.created_at, c.id LIMIT ?`)
const listOwnComments = prepareArrays(`SELECT ${COMMENT_JSON}, c.created_at, c.id FROM comment c
  JOIN ticket t ON t.id = c.ticket WHERE t.requester = ? AND c.internal = 0 ORDER BY c.created_at, c.id LIMIT ?`)
const search = prepareArrays(`SELECT ${ticketJson('ids', true)}, t.updated_at, t.id
  FROM ticket_search f JOIN ticket t ON t.key = f.rowid WHERE ticket_search MATCH ? ORDER BY f.rank LIMIT ?`)
const searchOwn = prepareArrays(`SELECT ${ticketJson('ids', false)}, t.updated_at, t.id
  FROM ticket_search f JOIN ticket t ON t.key = f.rowid WHERE ticket_search MATCH ? AND t.requester = ? ORDER BY f.rank LIMIT ?`)
const ASSET_JSON = `json_object('id', id, '_version', version, 'name', name, 'serial', serial, 'kind', kind, 'maker', maker, 'room', room,
  'grams', grams, 'price', price, 'bought_on', bought_on, 'checked_at', checked_at, 'in_use', json(CASE in_use WHEN 1 THEN 'true' ELSE 'false' END),
  'remark', remark, 'created_at', created_at, 'created_by', created_by, 'updated_at', updated_at, 'updated_by', updated_by)`
const getAsset = prepareArrays(`SELECT ${ASSET_JSON}, version FROM asset WHERE id = ?`)
const listAssets = prepareArrays(`SELECT ${ASSET_JSON}, updated_at, id FROM asset
  WHERE kind = ? ORDER BY updated_at DESC, id DESC LIMIT ?`)
const findForUpdate = database.prepare(
  'SELECT key, status, assignee, team, priority, internal_note FROM ticket WHERE id = ?',
)
const findPerson = database.prepare('SELECT 1 FROM person WHERE id = ?')
const countOpen = prepareArrays(
  `SELECT count(*) FROM ticket WHERE requester = ? AND status IN ('new', 'open', 'waiting')`,
)
const nextNumber = prepareArrays(`UPDATE counter SET value = value + 1 WHERE name = 'ticket' RETURNING value`)
const insertTicket = database.prepare(`
  INSERT INTO ticket (id, number, subject, description, status, priority, requester, due_at, created_at, created_by, updated_at, updated_by, version)
  VALUES (?1, ?2, ?3, ?4, 'new', ?5, ?6, ?7, ?8, ?9, ?8, ?9, 1)`)
const insertTag = database.prepare('INSERT INTO ticket_tag (ticket, tag) VALUES (?, ?)')
const updateTicket = database.prepare(`
  UPDATE ticket SET priority = ?1, internal_note = ?2, updated_at = ?3, updated_by = ?4, version = version + 1 WHERE key = ?5`)
const insertHistory = database.prepare(
  `INSERT INTO history (id, entity, record, at, by, event, changes) VALUES (?, 'Ticket', ?, ?, ?, ?, ?)`,
)
const begin = database.prepare('BEGIN IMMEDIATE')
const commit = database.prepare('COMMIT')

/** Writes that wait for the next commit; each gives back its answer, which is sent when all are on disk. */
let waiting: (() => () => void)[] = []

const app = express()
app.disable('x-powered-by').disable('etag').set('query parser', false)
app.use('/api', (request: IncomingMessage, response: ServerResponse) => {
  const actor = readActor(request)
  if (actor === undefined) return send(response, 401, '{"code":"not_signed_in"}')
  const url = request.url ?? ''
  const id = /^\/(?:tickets|assets)\/(.+)$/.exec(url)?.[1]
  if (request.method === 'GET') {
    if (url.startsWith('/comments')) return comments(url, actor, response)
    if (url.startsWith('/assets'))
      return id === undefined ? assets(url, response) : sendRecord(getAsset.get(id), response)
    return id === undefined ? list(url, actor, response) : sendRecord(findTicket(id, actor), response)
  }
  readBody(request, (body) => {
    if (request.method === 'POST' && id === undefined) write(() => create(body, actor, response))
    else if (request.method === 'PATCH' && id !== undefined) write(() => update(id, body, actor, response))
    else send(response, 404, '{"code":"not_found"}')
  })
})
app.listen(Number(port), '127.0.0.1')

/** While one commit is synced to disk, the next requests come in: the busier, the more writes share a commit. */
function write(command: () => () => void): void {
  if (waiting.push(command) === 1) setImmediate(commitAll)
}

/** Each command checks before it writes, so that none has to be taken back for another. */
function commitAll(): void {
  const commands = waiting
  waiting = []
  begin.run()
  try {
    const answers = commands.map((command) => command())
    commit.run()
    for (const answer of answers) answer()
  } catch (error) {
    // No answer claims what is not on disk.
    console.error(error)
    process.exit(1)
  }
}

function readActor(request: IncomingMessage): Actor | undefined {
  const header = request.headers.authorization
  if (header === undefined || !header.startsWith('Bearer ')) return undefined
  const row = findActor.get(hash('sha256', header.slice(7)), new Date().toISOString())
  return row as unknown as Actor | undefined
}

function findTicket(id: string, actor: Actor): Record<string, SQLOutputValue> | undefined {
  return actor.role === 'Customer' ? getAsCustomer.get(id, actor.id) : getAsAgent.get(id)
}

function sendRecord(row: Record<string, SQLOutputValue> | undefined, response: ServerResponse, status = 200): void {
  if (row === undefined) return send(response, 404, '{"code":"not_found"}')
  const [json, version] = row as unknown as [string, number]
  send(response, status, json, `"${version}"`)
}

function list(url: string, actor: Actor, response: ServerResponse): void {
  const parameters = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  const limit = Math.min(Number(parameters.get('limit') ?? 50), 1_000)
  const words = parameters.get('search')
  const status = /^status == "([a-z]+)"$/.exec(parameters.get('filter') ?? '')?.[1] ?? ''
  const phrase = words === null ? undefined : `"${words.replaceAll('"', '""')}"`
  const rows = (actor.role === 'Customer'
    ? phrase === undefined
      ? listAsCustomer.all(status, actor.id, limit + 1)
      : searchOwn.all(phrase, actor.id, limit + 1)
    : phrase === undefined
      ? (parameters.has('expand') ? listExpanded : listAsAgent).all(status, limit + 1)
      : search.all(phrase, limit + 1)) as unknown as readonly Row[]
  sendPage(rows, limit, response)
}

function comments(url: string, actor: Actor, response: ServerResponse): void {
  const parameters = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  const limit = Math.min(Number(parameters.get('limit') ?? 50), 1_000)
  const rows = actor.role === 'Customer' ? listOwnComments.all(actor.id, limit + 1) : listComments.all(limit + 1)
  sendPage(rows as unknown as readonly Row[], limit, response)
}

function assets(url: string, response: ServerResponse): void {
  const parameters = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  const limit = Math.min(Number(parameters.get('limit') ?? 50), 1_000)
  const kind = /^kind == "([a-z]+)"$/.exec(parameters.get('filter') ?? '')?.[1] ?? ''
  sendPage(listAssets.all(kind, limit + 1) as unknown as readonly Row[], limit, response)
}

function sendPage(rows: readonly Row[], limit: number, response: ServerResponse): void {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next =
    rows.length > limit && last !== undefined
      ? `"${Buffer.from(JSON.stringify(last.slice(1))).toString('base64url')}"`
      : 'null'
  send(response, 200, `{"items":[${page.map((row) => row[0]).join(',')}],"next":${next}}`)
}

/** Writes, and gives back what to answer when that is on disk. */
function create(body: string, actor: Actor, response: ServerResponse): () => void {
  const input = JSON.parse(body) as {
    subject?: unknown
    description?: unknown
    priority?: string
    requester?: string
    tags?: readonly string[]
  }
  const { subject, description, priority = 'normal', requester = actor.id, tags = [] } = input
  if (
    typeof subject !== 'string' ||
    typeof description !== 'string' ||
    subject.length > 120 ||
    findPerson.get(requester) === undefined
  )
    return () => send(response, 422, '{"code":"invalid"}')
  if (actor.role === 'Customer' && requester !== actor.id) return () => send(response, 403, '{"code":"not_allowed"}')
  const id = randomUUIDv7()
  const now = Date.now()
  const at = new Date(now).toISOString()
  const due = new Date(now + (priority === 'urgent' ? 4 : 48) * 3_600_000).toISOString()
  const [open] = countOpen.get(requester) as unknown as [number]
  if (open >= 1_000_000) return () => send(response, 409, '{"code":"conflict"}')
  const [count] = nextNumber.get() as unknown as [number]
  const number = `HD-${String(count).padStart(5, '0')}`
  const { lastInsertRowid } = insertTicket.run(id, number, subject, description, priority, requester, due, at, actor.id)
  for (const tag of tags) insertTag.run(lastInsertRowid, tag)
  insertHistory.run(randomUUIDv7(), id, at, actor.id, 'created', body)
  const row = findTicket(id, actor)
  return () => sendRecord(row, response, 201)
}

function update(id: string, body: string, actor: Actor, response: ServerResponse): () => void {
  const input = JSON.parse(body) as { priority?: string; internal_note?: string | null }
  const row = findForUpdate.get(id) as unknown as { [column: string]: string | number | null } | undefined
  if (row === undefined) return () => send(response, 404, '{"code":"not_found"}')
  const may = actor.role === 'Manager' || row.team === actor.team || row.assignee === actor.id || row.status === 'new'
  if (!may || actor.role === 'Customer') return () => send(response, 403, '{"code":"not_allowed"}')
  const at = new Date().toISOString()
  const priority = input.priority ?? row.priority ?? null
  const note = input.internal_note === undefined ? (row.internal_note ?? null) : input.internal_note
  updateTicket.run(priority, note, at, actor.id, row.key ?? null)
  const changes = JSON.stringify({ priority: [row.priority, priority], internal_note: [row.internal_note, note] })
  insertHistory.run(randomUUIDv7(), id, at, actor.id, 'changed', changes)
  const changed = findTicket(id, actor)
  return () => sendRecord(changed, response)
}

function readBody(request: IncomingMessage, done: (body: string) => void): void {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk: string) => (body += chunk))
  request.on('end', () => done(body))
}

function send(response: ServerResponse, status: number, json: string, tag?: string): void {
  const headers = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(Buffer.byteLength(json))]
  response.writeHead(status, tag === undefined ? headers : [...headers, 'ETag', tag])
  response.end(json)
}
