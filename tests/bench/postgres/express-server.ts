// Yardstick on PostgreSQL: Express 5 with `pg`, as a good engineer usually writes it. Run as `node express-server.ts ADDRESS PORT`.
/* oxlint-disable oxc/no-async-endpoint-handlers -- Express 5 hands on what a handler rejects with */
import express, { type NextFunction, type Request, type Response } from 'express'
import { randomUUIDv7 } from 'node:crypto'
import type { PoolClient } from 'pg'
import { Pool } from 'pg'
import type { Actor, Fields, Row } from '../express-tickets.ts'
import {
  actorOf,
  limitOf,
  mayUpdate,
  newTicket,
  pageOf,
  parseStatusFilter,
  presentTicket,
  problem,
  refuseFailure,
  tokenHash,
  validateCreate,
  validateUpdate,
  validBody,
} from '../express-tickets.ts'

/** Number of connections that a process of Verbatim has, too. */
const CONNECTIONS = 15

const [address = '', port = ''] = process.argv.slice(2)
const pool = new Pool({ connectionString: address, max: CONNECTIONS })

const TICKET = `t.*, (SELECT coalesce(json_agg(tag), '[]')::text FROM ticket_tag WHERE ticket = t.key) AS tags`

const app = express()
app.use(express.json({ limit: '1mb' }))
app.use('/api', signIn)

app.get('/api/tickets', async (request, response) => {
  const actor = actorOf(response)
  const limit = limitOf(request)
  const { search } = request.query
  const conditions: string[] = []
  const values: (string | number)[] = []
  const names: string[] = []
  const where = (name: string, condition: string, value: string): void => {
    names.push(name)
    values.push(value)
    conditions.push(condition.replace('?', `$${values.length}`))
  }
  const status = parseStatusFilter(request.query.filter)
  if (typeof search === 'string') where('search', `t.words @@ plainto_tsquery('simple', ?)`, search)
  if (actor.role === 'Customer') where('requester', 't.requester = ?', actor.id)
  if (status !== undefined) where('status', 't.status = ?', status)
  values.push(limit + 1)
  const text = `SELECT ${TICKET} FROM ticket t ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''} ORDER BY t.updated_at DESC, t.id DESC LIMIT $${values.length}`
  const { rows } = await pool.query<Row>({ name: `list ${names.join(' ')}`, text, values })
  response.json(pageOf(rows, limit, (row) => presentTicket(row, actor, false)))
})

app.get('/api/tickets/:id', async (request, response) => {
  const actor = actorOf(response)
  const row = await findTicket(pool, request.params.id)
  if (row === undefined || !isReadable(row, actor))
    return problem(response, 404, 'not_found', 'There is no such ticket.')
  response.json(presentTicket(row, actor, false))
})

app.post('/api/tickets', async (request, response) => {
  const actor = actorOf(response)
  const input = validBody(validateCreate, request, response)
  if (input === undefined) return
  const ticket = newTicket(input, actor)
  const { id, requester, priority } = ticket
  if (actor.role === 'Customer' && requester !== actor.id)
    return problem(response, 403, 'not_allowed', 'You may report only your own problems.')
  const tags = (input.tags ?? []) as readonly string[]
  const refusal = await inTransaction(async (client) => {
    const refused = await checkTicket(client, ticket, tags, ticket.at)
    if (refused !== undefined) return refused
    if (priority === 'urgent' && ticket.description.length < 40)
      return 'Please describe an urgent problem in at least 40 characters.'
    const open = await query(client, 'count open', COUNT_OPEN, [requester])
    if (Number(open[0]?.['count']) >= 1_000_000) return 'You have too many open tickets.'
    const { subject, description, assignee, team, due_at, internal_note, at, by } = ticket
    const given = [id, subject, description, priority, requester, assignee, team, due_at, internal_note, at, by]
    const [inserted] = await query(client, 'insert ticket', INSERT_TICKET, given)
    await putTags(client, inserted?.['key'], tags)
    await putHistory(client, id, ticket.at, actor, 'created', input)
    return undefined
  })
  if (refusal !== undefined) return problem(response, 422, 'invalid', refusal)
  const row = (await findTicket(pool, id)) as Row
  response
    .status(201)
    .location(`/api/tickets/${id}`)
    .json(presentTicket(row, actor, false))
})

app.patch('/api/tickets/:id', async (request, response) => {
  const actor = actorOf(response)
  const input = validBody(validateUpdate, request, response)
  if (input === undefined) return
  const answer = await inTransaction(
    async (client): Promise<{ status: number; code: string; detail: string } | undefined> => {
      const row = await findTicket(client, request.params.id, 'FOR UPDATE OF t')
      if (row === undefined || !isReadable(row, actor))
        return { status: 404, code: 'not_found', detail: 'There is no such ticket.' }
      if (!mayUpdate(row, actor)) return { status: 403, code: 'not_allowed', detail: 'You may not change this ticket.' }
      const at = new Date().toISOString()
      const { tags, ...fields } = input
      const changed: Fields = { ...row, ...fields }
      const refused = await checkTicket(
        client,
        changed,
        tags as readonly string[] | undefined,
        String(row['created_at']),
      )
      if (refused !== undefined) return { status: 422, code: 'invalid', detail: refused }
      const columns = ['subject', 'description', 'priority', 'assignee', 'team', 'due_at', 'internal_note']
      await query(client, 'update ticket', UPDATE_TICKET, [
        row['key'],
        ...columns.map((column) => changed[column]),
        at,
        actor.id,
      ])
      if (Array.isArray(tags)) {
        await query(client, 'delete tags', 'DELETE FROM ticket_tag WHERE ticket = $1', [row['key']])
        await putTags(client, row['key'], tags as readonly string[])
      }
      const changes = Object.fromEntries(
        Object.entries(input).map(([field, value]) => [field, [row[field] ?? null, value]]),
      )
      await putHistory(client, String(row['id']), at, actor, 'changed', changes)
      return undefined
    },
  )
  if (answer !== undefined) return problem(response, answer.status, answer.code, answer.detail)
  response.json(presentTicket((await findTicket(pool, request.params.id)) as Row, actor, false))
})

app.use((_request, response) => problem(response, 404, 'not_found', 'There is nothing here.'))
app.use(refuseFailure)
app.listen(Number(port), '127.0.0.1')

const FIND_ACTOR = `SELECT p.id, p.name, p.role, p.team FROM session s JOIN person p ON p.id = s.person
  WHERE s.token = $1 AND s.expires_at > $2 AND p.active`
const COUNT_OPEN = `SELECT count(*) AS count FROM ticket WHERE requester = $1 AND status IN ('new', 'open', 'waiting')`
const INSERT_TICKET = `INSERT INTO ticket (id, number, subject, description, status, priority, requester, assignee, team, due_at,
  internal_note, created_at, created_by, updated_at, updated_by, version)
  VALUES ($1, 'HD-' || lpad(nextval('ticket_number')::text, 5, '0'), $2, $3, 'new', $4, $5, $6, $7, $8, $9, $10, $11, $10, $11, 1)
  RETURNING key`
const UPDATE_TICKET = `UPDATE ticket SET subject = $2, description = $3, priority = $4, assignee = $5, team = $6, due_at = $7,
  internal_note = $8, updated_at = $9, updated_by = $10, version = version + 1 WHERE key = $1`

async function signIn(request: Request, response: Response, next: NextFunction): Promise<void> {
  const hash = tokenHash(request)
  const [actor] = hash === undefined ? [] : await query(pool, 'actor', FIND_ACTOR, [hash, new Date().toISOString()])
  if (actor === undefined) return problem(response, 401, 'not_signed_in', 'Please sign in.')
  response.locals['actor'] = actor
  next()
}

/** Each statement is prepared once on a connection, by its name. */
async function query(
  on: Pool | PoolClient,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  return (await on.query<Row>({ name, text, values: [...values] })).rows
}

async function findTicket(on: Pool | PoolClient, id: string, lock = ''): Promise<Row | undefined> {
  return (await query(on, `ticket ${lock}`, `SELECT ${TICKET} FROM ticket t WHERE t.id = $1 ${lock}`, [id]))[0]
}

function isReadable(row: Row, actor: Actor): boolean {
  return actor.role !== 'Customer' || row['requester'] === actor.id
}

async function putTags(client: PoolClient, ticket: unknown, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return
  const text = 'INSERT INTO ticket_tag (ticket, tag) SELECT $1, unnest($2::text[])'
  await query(client, 'insert tags', text, [ticket, tags])
}

async function putHistory(
  client: PoolClient,
  record: string,
  at: string,
  { id }: Actor,
  event: string,
  changes: Fields,
): Promise<void> {
  const text = `INSERT INTO history (id, entity, record, at, by, event, changes) VALUES ($1, 'Ticket', $2, $3, $4, $5, $6)`
  await query(client, 'insert history', text, [randomUUIDv7(), record, at, id, event, JSON.stringify(changes)])
}

/** The rules that creating and changing have in common; a sentence if one is broken. */
async function checkTicket(
  client: PoolClient,
  ticket: Fields,
  tags: readonly string[] | undefined,
  createdAt: string,
): Promise<string | undefined> {
  if (String(ticket['due_at']) <= createdAt) return 'The promise must lie after the report.'
  const people = [ticket['assignee'], ticket['requester']].filter((id) => typeof id === 'string')
  const found = await query(client, 'people', 'SELECT id, role FROM person WHERE id = ANY ($1)', [people])
  const roleOf = (id: unknown): unknown => found.find((person) => person['id'] === id)?.['role']
  if (typeof ticket['assignee'] === 'string' && ['Customer', undefined].includes(roleOf(ticket['assignee']) as string))
    return 'Only an agent can be given a ticket.'
  if (roleOf(ticket['requester']) === undefined) return 'There is no such person.'
  if (tags === undefined || tags.length === 0) return undefined
  const known = await query(client, 'tags', 'SELECT id FROM tag WHERE id = ANY ($1)', [tags])
  return known.length < new Set(tags).size ? 'There is no such tag.' : undefined
}

/** One durable commit for each write; a refusal (any value) takes everything back. */
async function inTransaction<Refusal>(
  work: (client: PoolClient) => Promise<Refusal | undefined>,
): Promise<Refusal | undefined> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const refusal = await work(client)
    await client.query(refusal === undefined ? 'COMMIT' : 'ROLLBACK')
    return refusal
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}
