// What the Express servers have in common, whatever their database: what is taken, what is answered, who may change what.
import { Ajv, type ValidateFunction } from 'ajv'
import type { NextFunction, Request, Response } from 'express'
import { createHash, randomUUIDv7 } from 'node:crypto'

export interface Actor {
  readonly id: string
  readonly name: string
  readonly role: 'Customer' | 'Agent' | 'Manager'
  readonly team: string | null
}

export interface Row {
  readonly [column: string]: string | number | null
}

export type Fields = { readonly [field: string]: unknown }

const PERSON = ['id', 'version', 'name', 'email', 'phone', 'team', 'role']
export const RELATED = `${personColumns('r', 'requester')}, ${personColumns('a', 'assignee')}`
export const JOINS = 'LEFT JOIN person r ON r.id = t.requester LEFT JOIN person a ON a.id = t.assignee'

const ajv = new Ajv({ allErrors: true, coerceTypes: false })
const ticketProperties = {
  subject: { type: 'string', minLength: 1, maxLength: 120 },
  description: { type: 'string', minLength: 1, maxLength: 100_000 },
  priority: { enum: ['low', 'normal', 'high', 'urgent'] },
  requester: { type: 'string', minLength: 36, maxLength: 36 },
  assignee: { type: ['string', 'null'], minLength: 36, maxLength: 36 },
  team: { type: ['string', 'null'], minLength: 36, maxLength: 36 },
  tags: { type: 'array', items: { type: 'string' }, maxItems: 10, uniqueItems: true },
  due_at: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?Z$' },
  internal_note: { type: ['string', 'null'], maxLength: 100_000 },
}
export const validateCreate = ajv.compile<Fields>({
  type: 'object',
  properties: ticketProperties,
  required: ['subject', 'description'],
  additionalProperties: false,
})
export const validateUpdate = ajv.compile<Fields>({
  type: 'object',
  properties: { ...ticketProperties, requester: false },
  minProperties: 1,
  additionalProperties: false,
})

export function actorOf(response: Response): Actor {
  return response.locals.actor as Actor
}

export function mayUpdate(row: Row, actor: Actor): boolean {
  if (actor.role === 'Customer') return row.status === 'new'
  if (actor.role === 'Manager') return true
  return (row.team !== null && row.team === actor.team) || row.assignee === actor.id || row.status === 'new'
}

export function presentTicket(row: Row, actor: Actor, expand: boolean): Fields {
  return {
    id: row.id,
    _version: row.version,
    number: row.number,
    subject: row.subject,
    description: row.description,
    status: row.status,
    priority: row.priority,
    requester: expand ? presentPerson(row, 'requester') : row.requester,
    assignee: expand ? presentPerson(row, 'assignee') : row.assignee,
    team: row.team,
    tags: JSON.parse(String(row.tags)) as unknown,
    due_at: row.due_at,
    attachments: JSON.parse(String(row.attachments)) as unknown,
    resolution: row.resolution,
    resolved_at: row.resolved_at,
    hours_to_resolve: hoursBetween(row.created_at, row.resolved_at),
    ...(actor.role === 'Customer' ? {} : { internal_note: row.internal_note }),
    created_at: row.created_at,
    created_by: row.created_by,
    updated_at: row.updated_at,
    updated_by: row.updated_by,
  }
}

export function presentComment({ version, ...row }: Row): Fields {
  return { ...row, _version: version, internal: row.internal === 1 }
}

function presentPerson(row: Row, relation: string): Fields | null {
  if (row[`${relation}_id`] === null) return null
  const { version, role, ...fields } = Object.fromEntries(PERSON.map((field) => [field, row[`${relation}_${field}`]]))
  return { ...fields, _version: version, roles: [role] }
}

function hoursBetween(from: Row[string] | undefined, to: Row[string] | undefined): string | null {
  if (typeof from !== 'string' || typeof to !== 'string') return null
  return ((Date.parse(to) - Date.parse(from)) / 3_600_000).toFixed(1)
}

function personColumns(alias: string, relation: string): string {
  return PERSON.map((field) => `${alias}.${field} AS ${relation}_${field}`).join(', ')
}

export function parseStatusFilter(filter: unknown): string | undefined {
  return typeof filter === 'string' ? /^status == "([a-z]+)"$/.exec(filter)?.[1] : undefined
}

export function parseCursor(cursor: unknown): readonly [updatedAt: string, id: string] | undefined {
  if (typeof cursor !== 'string') return undefined
  return JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string, string]
}

export function validBody(
  validate: ValidateFunction<Fields>,
  request: Request,
  response: Response,
): Fields | undefined {
  if (validate(request.body)) return request.body
  problem(response, 422, 'invalid', ajv.errorsText(validate.errors))
  return undefined
}

export function problem(response: Response, status: number, code: string, detail: string): void {
  response
    .status(status)
    .type('application/problem+json')
    .json({ type: 'about:blank', title: code, status, code, detail })
}

/** The hash by which a session is found; undefined: there is no token. */
export function tokenHash(request: Request): string | undefined {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  return scheme === 'Bearer' && token !== undefined ? createHash('sha256').update(token).digest('hex') : undefined
}

export function limitOf({ query }: Request): number {
  return Math.min(Math.max(Number(query.limit ?? 50), 1), 1_000)
}

/** `rows`: one more than the limit, if there is a next page. */
export function pageOf(rows: readonly Row[], limit: number, present: (row: Row) => Fields): Fields {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next =
    rows.length > limit && last !== undefined
      ? Buffer.from(JSON.stringify([last.updated_at, last.id])).toString('base64url')
      : null
  return { items: page.map(present), next }
}

/** A ticket as it is stored, without its number. */
export function newTicket(input: Fields, actor: Actor) {
  const at = new Date()
  const priority = String(input.priority ?? 'normal')
  const promised = at.getTime() + (priority === 'urgent' ? 4 : 48) * 3_600_000
  return {
    id: randomUUIDv7(),
    subject: String(input.subject),
    description: String(input.description),
    priority,
    requester: String(input.requester ?? actor.id),
    assignee: (input.assignee ?? null) as string | null,
    team: (input.team ?? null) as string | null,
    due_at: String(input.due_at ?? new Date(promised).toISOString()),
    internal_note: (input.internal_note ?? null) as string | null,
    at: at.toISOString(),
    by: actor.id,
  }
}

export function refuseFailure(error: unknown, _request: Request, response: Response, _next: NextFunction): void {
  const status = (error as { status?: number }).status ?? 500
  if (status === 500) console.error(error)
  problem(response, status, status === 500 ? 'internal' : 'invalid', 'The request could not be handled.')
}
