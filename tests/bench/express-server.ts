// Yardstick: Express 5 as a good engineer usually writes it. Run as `node express-server.ts DATABASE PORT [middleware]`.
import compression from 'compression'
import express, { type NextFunction, type Request, type Response } from 'express'
import helmet from 'helmet'
import { randomUUIDv7 } from 'node:crypto'
import type { SQLInputValue } from 'node:sqlite'
import { openBenchDatabase } from './database.ts'
import { addAssets } from './express-assets.ts'
import type { Actor, Fields, Row } from './express-tickets.ts'
import {
  actorOf,
  JOINS,
  limitOf,
  mayUpdate,
  newTicket,
  pageOf,
  parseCursor,
  parseStatusFilter,
  presentComment,
  presentTicket,
  problem,
  refuseFailure,
  RELATED,
  tokenHash,
  validateCreate,
  validateUpdate,
  validBody,
} from './express-tickets.ts'

const [path = '', port = '', middleware] = process.argv.slice(2)
const database = openBenchDatabase(path)

const TICKET = `t.*, (SELECT json_group_array(tag) FROM ticket_tag WHERE ticket = t.key) AS tags`
const OPEN_STATES = `('new', 'open', 'waiting')`

const findActor = database.prepare(`
  SELECT p.id, p.name, p.role, p.team FROM session s JOIN person p ON p.id = s.person
  WHERE s.token = ? AND s.expires_at > ? AND p.active = 1`)
const findTicket = database.prepare(`SELECT ${TICKET} FROM ticket t WHERE t.id = ?`)
const findPerson = database.prepare('SELECT id, role FROM person WHERE id = ?')
const findTag = database.prepare('SELECT 1 FROM tag WHERE id = ?')
const countOpen = database.prepare(
  `SELECT count(*) AS count FROM ticket WHERE requester = ? AND status IN ${OPEN_STATES}`,
)
const nextNumber = database.prepare(`UPDATE counter SET value = value + 1 WHERE name = 'ticket' RETURNING value`)
const insertTicket = database.prepare(`
  INSERT INTO ticket (id, number, subject, description, status, priority, requester, assignee, team, due_at, internal_note,
    created_at, created_by, updated_at, updated_by, version)
  VALUES (:id, :number, :subject, :description, 'new', :priority, :requester, :assignee, :team, :due_at, :internal_note,
    :at, :by, :at, :by, 1)`)
const insertTag = database.prepare('INSERT INTO ticket_tag (ticket, tag) VALUES (?, ?)')
const deleteTags = database.prepare('DELETE FROM ticket_tag WHERE ticket = ?')
const updateTicket = database.prepare(`
  UPDATE ticket SET subject = :subject, description = :description, priority = :priority, assignee = :assignee, team = :team,
    due_at = :due_at, internal_note = :internal_note, updated_at = :at, updated_by = :by, version = version + 1
  WHERE key = :key`)
const insertHistory = database.prepare(
  `INSERT INTO history (id, entity, record, at, by, event, changes) VALUES (?, 'Ticket', ?, ?, ?, ?, ?)`,
)

const COMMENT = 'SELECT c.* FROM comment c'
const ORDER_OF_COMMENTS = 'ORDER BY c.created_at, c.id LIMIT ?'
const listComments = database.prepare(`${COMMENT} ${ORDER_OF_COMMENTS}`)
/** A customer reads the comments on their own tickets that are not internal. */
const listOwnComments = database.prepare(
  `${COMMENT} JOIN ticket t ON t.id = c.ticket WHERE t.requester = ? AND c.internal = 0 ${ORDER_OF_COMMENTS}`,
)

const listStatements = new Map<string, ReturnType<typeof database.prepare>>()

const app = express()
if (middleware === 'middleware') app.use(helmet(), compression())
app.use(express.json({ limit: '1mb' }))
app.use('/api', signIn)

app.get('/api/tickets', (request, response) => {
  const actor = actorOf(response)
  const limit = limitOf(request)
  const status = parseStatusFilter(request.query.filter)
  const search = typeof request.query.search === 'string' ? request.query.search : undefined
  const after = parseCursor(request.query.after)
  const expand = request.query.expand === 'requester,assignee'
  const rows = listRows({ actor, status, search, after, expand, limit })
  response.json(pageOf(rows, limit, (row) => presentTicket(row, actor, expand)))
})

app.get('/api/comments', (request, response) => {
  const actor = actorOf(response)
  const limit = Math.min(Math.max(Number(request.query.limit ?? 50), 1), 1_000)
  const rows = (actor.role === 'Customer'
    ? listOwnComments.all(actor.id, limit + 1)
    : listComments.all(limit + 1)) as unknown as readonly Row[]
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next =
    rows.length > limit && last !== undefined
      ? Buffer.from(JSON.stringify([last.created_at, last.id])).toString('base64url')
      : null
  response.json({ items: page.map(presentComment), next })
})

app.get('/api/tickets/:id', (request, response) => {
  const actor = actorOf(response)
  const row = readableTicket(request.params.id, actor)
  if (row === undefined) return problem(response, 404, 'not_found', 'There is no such ticket.')
  response.json(presentTicket(row, actor, false))
})

addAssets(app, database)

app.post('/api/tickets', (request, response) => {
  const actor = actorOf(response)
  const input = validBody(validateCreate, request, response)
  if (input === undefined) return
  const ticket = newTicket(input, actor)
  const { id, requester, priority } = ticket
  if (actor.role === 'Customer' && requester !== actor.id)
    return problem(response, 403, 'not_allowed', 'You may report only your own problems.')
  const tags = (input.tags ?? []) as readonly string[]
  const refusal = inTransaction(() => {
    const refused = checkTicket(ticket, tags, ticket.at)
    if (refused !== undefined) return refused
    if (priority === 'urgent' && ticket.description.length < 40)
      return 'Please describe an urgent problem in at least 40 characters.'
    const open = countOpen.get(requester) as unknown as { count: number }
    if (open.count >= 1_000_000) return 'You have too many open tickets.'
    const { value } = nextNumber.get() as unknown as { value: number }
    const inserted = insertTicket.run({ ...ticket, number: `HD-${String(value).padStart(5, '0')}` })
    for (const tag of tags) insertTag.run(inserted.lastInsertRowid, tag)
    insertHistory.run(randomUUIDv7(), id, ticket.at, actor.id, 'created', JSON.stringify({ ...input }))
    return undefined
  })
  if (refusal !== undefined) return problem(response, 422, 'invalid', refusal)
  const row = findTicket.get(id) as unknown as Row
  response
    .status(201)
    .location(`/api/tickets/${id}`)
    .json(presentTicket(row, actor, false))
})

app.patch('/api/tickets/:id', (request, response) => {
  const actor = actorOf(response)
  const input = validBody(validateUpdate, request, response)
  if (input === undefined) return
  const answer = inTransaction(
    (): { readonly status: number; readonly code: string; readonly detail: string } | undefined => {
      const row = readableTicket(request.params.id, actor)
      if (row === undefined) return { status: 404, code: 'not_found', detail: 'There is no such ticket.' }
      if (!mayUpdate(row, actor)) return { status: 403, code: 'not_allowed', detail: 'You may not change this ticket.' }
      const at = new Date().toISOString()
      const { tags, ...fields } = input
      const changed = {
        subject: row.subject,
        description: row.description,
        priority: row.priority,
        assignee: row.assignee,
        team: row.team,
        due_at: row.due_at,
        internal_note: row.internal_note,
        ...fields,
      } as { readonly [field: string]: SQLInputValue }
      const refused = checkTicket(changed, tags as readonly string[] | undefined, String(row.created_at))
      if (refused !== undefined) return { status: 422, code: 'invalid', detail: refused }
      updateTicket.run({ ...changed, at, by: actor.id, key: row.key ?? 0 })
      if (Array.isArray(tags)) {
        deleteTags.run(row.key ?? 0)
        for (const tag of tags) insertTag.run(row.key ?? 0, String(tag))
      }
      const changes = Object.fromEntries(
        Object.entries(input).map(([field, value]) => [field, [row[field] ?? null, value]]),
      )
      insertHistory.run(randomUUIDv7(), String(row.id), at, actor.id, 'changed', JSON.stringify(changes))
      return undefined
    },
  )
  if (answer !== undefined) return problem(response, answer.status, answer.code, answer.detail)
  response.json(presentTicket(findTicket.get(request.params.id) as unknown as Row, actor, false))
})

app.use((_request, response) => problem(response, 404, 'not_found', 'There is nothing here.'))
app.use(refuseFailure)
app.listen(Number(port), '127.0.0.1')

function signIn(request: Request, response: Response, next: NextFunction): void {
  const hash = tokenHash(request)
  if (hash === undefined) return problem(response, 401, 'not_signed_in', 'Please sign in.')
  const actor = findActor.get(hash, new Date().toISOString()) as unknown as Actor | undefined
  if (actor === undefined) return problem(response, 401, 'not_signed_in', 'Please sign in.')
  response.locals.actor = actor
  next()
}

interface ListQuery {
  readonly actor: Actor
  readonly status: string | undefined
  readonly search: string | undefined
  readonly after: readonly [updatedAt: string, id: string] | undefined
  readonly expand: boolean
  readonly limit: number
}

/** One more than the limit, to know whether there is a next page. */
function listRows(query: ListQuery): readonly Row[] {
  const conditions: string[] = []
  const values: SQLInputValue[] = []
  const where = (condition: string, ...given: readonly SQLInputValue[]) => {
    conditions.push(condition)
    values.push(...given)
  }
  if (query.search !== undefined) where('ticket_search MATCH ?', `"${query.search.replaceAll('"', '""')}"`)
  if (query.actor.role === 'Customer') where('t.requester = ?', query.actor.id)
  if (query.status !== undefined) where('t.status = ?', query.status)
  if (query.after !== undefined) where('(t.updated_at, t.id) < (?, ?)', ...query.after)
  const source = query.search === undefined ? 'ticket t' : 'ticket_search f JOIN ticket t ON t.key = f.rowid'
  const sql = `
    SELECT ${TICKET}${query.expand ? `, ${RELATED}` : ''} FROM ${source} ${query.expand ? JOINS : ''}
    ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
    ORDER BY ${query.search === undefined ? 't.updated_at DESC, t.id DESC' : 'f.rank'} LIMIT ?`
  const statement = listStatements.get(sql) ?? database.prepare(sql)
  listStatements.set(sql, statement)
  return statement.all(...values, query.limit + 1) as unknown as readonly Row[]
}

function readableTicket(id: string, actor: Actor): Row | undefined {
  const row = findTicket.get(id) as unknown as Row | undefined
  return row !== undefined && (actor.role !== 'Customer' || row.requester === actor.id) ? row : undefined
}

/** The rules that creating and changing have in common; a sentence if one is broken. */
function checkTicket(ticket: Fields, tags: readonly string[] | undefined, createdAt: string): string | undefined {
  if (String(ticket.due_at) <= createdAt) return 'The promise must lie after the report.'
  if (typeof ticket.assignee === 'string') {
    const assignee = findPerson.get(ticket.assignee)
    if (assignee?.role === 'Customer' || assignee === undefined) return 'Only an agent can be given a ticket.'
  }
  if (typeof ticket.requester === 'string' && findPerson.get(ticket.requester) === undefined)
    return 'There is no such person.'
  return tags?.every((tag) => findTag.get(tag) !== undefined) === false ? 'There is no such tag.' : undefined
}

/** One durable commit for each write; a refusal (any value) takes everything back. */
function inTransaction<Refusal>(work: () => Refusal | undefined): Refusal | undefined {
  database.exec('BEGIN IMMEDIATE')
  try {
    const refusal = work()
    database.exec(refusal === undefined ? 'COMMIT' : 'ROLLBACK')
    return refusal
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
