// Handles the standard routes of records: list, read, create, update, delete, restore, transition.
import type { Entity } from '#shared/model/model.ts'
import { DEFAULT_LIMIT } from '#shared/protocol/list.ts'
import { addressKey } from '../../auth/address-key.ts'
import { createRecord } from '../../records/write/create-record.ts'
import { deleteRecord } from '../../records/write/delete-record.ts'
import { findRecord, getRecord } from '../../records/read/find-record.ts'
import { findRecords } from '../../records/read/find-records.ts'
import { readHistory } from '../../records/read/read-history.ts'
import { restoreRecord } from '../../records/write/restore-record.ts'
import { summariseRecords } from '../../records/read/summarise-records.ts'
import { createByTransition, transitionRecord } from '../../records/write/transition-record.ts'
import { updateRecord } from '../../records/write/update-record.ts'
import { policyOf } from '../../policy/policy.ts'
import type { AnsweredRecord, CommandOptions } from '../../records/write/command-context.ts'
import type { ApiResponse } from '../response/response.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import { confirmedCodes } from '../request/confirmed-codes.ts'
import { readCursor, writeCursor } from '../request/cursor.ts'
import { createEtag, findKnownTag, refuseIfAny, versionCondition, versionOf } from '../response/etag.ts'
import type { ApiDependencies, RequestContext } from '../request/request-context.ts'
import type { SchemaValue } from '../routes/body-schema.ts'
import type { Handler, QuerySchemas, RouteInput } from '../routes/route.ts'
import type { LIST_QUERY, PAGE_QUERY, READ_QUERY, SUMMARY_QUERY } from './record-parameters.ts'
import { addDeletions } from '../response/add-deletions.ts'
import { addPermissions } from '../response/add-permissions.ts'
import { addTimers } from '../response/add-timers.ts'
import { refused } from '../../policy/refused.ts'

type Query<Q extends QuerySchemas> = { readonly [name in keyof Q]?: SchemaValue<Q[name]> }
type Body = { readonly [name: string]: unknown }

export function listHandler(entity: Entity): Handler<RouteInput<unknown, Query<typeof LIST_QUERY>>> {
  const name = entity.name.identifier
  return async (dependencies, context, { query }) => {
    const { actorContext, running } = context
    const { limit = running.model.settings.pageSize, after, count, trash, may, near, ...texts } = query
    const { filter, sort, search } = texts
    const list = [name, filter, sort, search].join('\n')
    if (trash !== undefined && policyOf(running, actorContext.actor).entity(name).restore.grants.length === 0) {
      throw refused('not_allowed', {}, { entity: name, cites: running.model.accountPolicy.grantsCite })
    }
    const asked = {
      ...texts,
      limit,
      ...(after === undefined ? {} : { after: readCursor(list, after) }),
      count: count !== undefined,
      trash: trash !== undefined,
      near: near !== undefined,
    }
    const listed = await findRecords(dependencies, actorContext, name, asked)
    const found = trash === undefined ? listed.items : await addDeletions(dependencies, context, name, listed.items)
    const items = may === undefined ? found : await addPermissions(dependencies, context, name, found)
    const next = listed.next === null ? 'null' : `"${writeCursor(list, listed.next)}"`
    const total = listed.count === undefined ? '' : `,"count":${listed.count}`
    const nearly = listed.near ? ',"near":true' : ''
    return { status: 200, body: `{"items":[${items.join(',')}],"next":${next}${total}${nearly}}` }
  }
}

/** `by`: `id`, or a unique field; the path has its value under that name. */
export function readHandler(entity: Entity, by: string): Handler<RouteInput<Texts, Query<typeof READ_QUERY>>> {
  const name = entity.name.identifier
  return async (dependencies, context, { parameters, query: { may, timers, ...texts } }) => {
    const value = parameters[by] ?? ''
    // Of the whole record there is a plan that is kept for all.
    const asked = context.query.size === 0 ? undefined : texts
    const text = await getRecord(dependencies, context.actorContext, name, by, value, asked)
    const [body = text] = may === undefined ? [text] : await addPermissions(dependencies, context, name, [text])
    return recordResponse(
      context,
      200,
      timers === undefined ? body : await addTimers(dependencies, context, name, body),
    )
  }
}

export function createHandler(entity: Entity): Handler<RouteInput<unknown, unknown, Body>> {
  const name = entity.name.identifier
  return async (dependencies, context, { body, bytes }) =>
    write(dependencies, context, { bytes, status: 201, lines: linesIn(entity, body) }, (options) =>
      createRecord(dependencies, context.actorContext, name, body, options),
    )
}

export function startHandler(entity: Entity, transition: string): Handler<RouteInput<unknown, unknown, Body>> {
  const name = entity.name.identifier
  return async (dependencies, context, { body, bytes }) =>
    write(dependencies, context, { bytes, status: 201, lines: linesIn(entity, body) }, (options) =>
      createByTransition(dependencies, context.actorContext, name, transition, body, options),
    )
}

export function updateHandler(entity: Entity): Handler<RouteInput<OfRecord, unknown, Body>> {
  const name = entity.name.identifier
  return async (dependencies, context, { parameters: { id }, body, bytes }) => {
    const expected = versionCondition(context.request.headers)
    return write(dependencies, context, { bytes, status: 200, lines: linesIn(entity, body) }, (options) =>
      updateRecord(dependencies, context.actorContext, name, id, body, { ...options, expected }),
    )
  }
}

export function transitionHandler(entity: Entity, transition: string): Handler<RouteInput<OfRecord, unknown, Body>> {
  const name = entity.name.identifier
  return async (dependencies, context, { parameters: { id }, body, bytes }) => {
    const expected = versionCondition(context.request.headers)
    return write(dependencies, context, { bytes, status: 200 }, (options) =>
      transitionRecord(dependencies, context.actorContext, name, id, transition, body, { ...options, expected }),
    )
  }
}

export function deleteHandler(entity: Entity): Handler<RouteInput<OfRecord>> {
  const name = entity.name.identifier
  return async (dependencies, context, { parameters: { id }, bytes }) => {
    const expected = versionCondition(context.request.headers)
    return write(dependencies, context, { bytes, status: 204 }, (options) =>
      deleteRecord(dependencies, context.actorContext, name, id, { ...options, expected }),
    )
  }
}

export function restoreHandler(entity: Entity): Handler<RouteInput<OfRecord>> {
  const name = entity.name.identifier
  return async (dependencies, context, { parameters: { id }, bytes }) =>
    write(dependencies, context, { bytes, status: 200 }, (options) =>
      restoreRecord(dependencies, context.actorContext, name, id, options),
    )
}

export function historyHandler(entity: Entity): Handler<RouteInput<OfRecord, Query<typeof PAGE_QUERY>>> {
  const name = entity.name.identifier
  return async (dependencies, { actorContext }, { parameters: { id }, query: { limit = DEFAULT_LIMIT, after } }) => {
    const list = `history ${id}`
    const before = after === undefined ? {} : { before: String(readCursor(list, after)[0]) }
    const { items, next } = await readHistory(dependencies, actorContext, name, id, { limit, ...before })
    return jsonResponse(200, { items, next: next === null ? null : writeCursor(list, [next]) })
  }
}

export function summaryHandler(entity: Entity): Handler<RouteInput<unknown, Query<typeof SUMMARY_QUERY>>> {
  const name = entity.name.identifier
  return async (dependencies, { actorContext }, { query }) =>
    jsonResponse(200, await summariseRecords(dependencies, actorContext, name, { measure: 'count', ...query }))
}

interface OfRecord {
  readonly id: string
}

interface Texts {
  readonly [name: string]: string
}

interface WriteDetails {
  readonly bytes: Buffer
  readonly status: number
  /** Names of the lines that came with it, and go back with it. */
  readonly lines?: readonly string[]
}

/** Reports whether the caller may read the lines, since a caller who may write them may not be able to read them. */
function isReadable({ running, actorContext }: RequestContext, entity: string, lines: string): boolean {
  const part = running.model.entities.get(entity)?.parts.get(lines)
  const read = part && policyOf(running, actorContext.actor).entity(part.entity).read
  return part !== undefined && read?.readable.has(part.field) === true
}

function linesIn({ parts }: Entity, body: Body): readonly string[] {
  return parts.size === 0 ? [] : [...parts.keys()].filter((name) => Object.hasOwn(body, name))
}

/** Does it once, where a key says so, and answers with the record as the caller may see it afterwards. */
async function write(
  dependencies: ApiDependencies,
  context: RequestContext,
  { bytes, status, lines = [] }: WriteDetails,
  run: (options: CommandOptions) => Promise<AnsweredRecord>,
): Promise<ApiResponse> {
  const { request, actorContext, method, path } = context
  if (status === 201) refuseIfAny(request.headers)
  const confirmed = confirmedCodes(request.headers['confirm'])
  const key = textHeader(request.headers['idempotency-key'])
  const answer: CommandOptions['answer'] = (database, { entity, id }) => {
    const shown = lines.filter((name) => isReadable(context, entity, name))
    const asked = shown.length === 0 ? undefined : { expand: shown.join(',') }
    return findRecord(dependencies, actorContext, entity, 'id', id, asked, database)
  }
  const options: CommandOptions = status === 204 ? { confirmed } : { confirmed, answer }
  const done =
    key === undefined
      ? { status, written: await run(options) }
      : await dependencies.idempotency.run<AnsweredRecord>(
          {
            key,
            request: `${method} ${path.join('/')}\n${bytes.toString('utf8')}`,
            from: addressKey(context.address),
          },
          actorContext,
          status,
          (guard) => run({ ...options, guard }),
        )
  if (done.status === 204) return NO_CONTENT
  const { written } = done
  const { id } = written
  // What was done before under the same key is read now.
  const text = 'text' in written ? written.text : await answer(dependencies.storage.database, written)
  const location = done.status === 201 ? ['Location', `/api/${path[0] ?? ''}/${id}`] : []
  // Who may write a record need not be able to read it.
  return text === undefined
    ? jsonResponse(done.status, { id }, location)
    : recordResponse(context, done.status, text, location)
}

function recordResponse(
  { request, method }: RequestContext,
  status: number,
  body: string,
  headers: readonly string[] = [],
): ApiResponse {
  const tag = createEtag(versionOf(body), body)
  const known = method === 'GET' ? findKnownTag(request.headers['if-none-match'], tag) : undefined
  if (known !== undefined) return { status: 304, headers: ['ETag', known] }
  return { status, body, headers: [...headers, 'ETag', tag] }
}

function textHeader(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
