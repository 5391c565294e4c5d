// Handles the standard routes of records: list, read, create, update, delete, restore, transition.
import type { Entity, Verb } from '#shared/model/model.ts'
import { makeRefusal } from '#shared/decisions/8-errors.ts'
import { DEFAULT_LIMIT, LIST_PARAMETERS } from '#shared/protocol/list.ts'
import { addressKey } from '../../auth/rate-limit/rate-limiter.ts'
import { createRecord } from '../../records/create-record.ts'
import { deleteRecord } from '../../records/delete-record.ts'
import { findRecord, getRecord } from '../../records/find-record.ts'
import { findRecords } from '../../records/find-records.ts'
import { readHistory } from '../../records/read-history.ts'
import { Refused } from '../../policy/refused.ts'
import { restoreRecord } from '../../records/restore-record.ts'
import { summariseRecords } from '../../records/summarise-records.ts'
import { createByTransition, transitionRecord } from '../../records/transition-record.ts'
import { updateRecord } from '../../records/update-record.ts'
import { policyOf } from '../../policy/policy.ts'
import type { CommandOptions, WrittenRecord } from '../../records/command/command-context.ts'
import type { ApiResponse } from '../response/response.ts'
import { jsonResponse, NO_CONTENT } from '../response/response.ts'
import { readObject, readJson } from '../request/json-body.ts'
import type { JsonBody } from '../request/json-body.ts'
import { readCursor, writeCursor } from '../request/cursor.ts'
import { createEtag, expectedVersion, matchesEtag, versionOf } from '../response/etag.ts'
import type { ApiDependencies, Handler, RequestContext } from '../request/request-context.ts'
import { checkParameters, flagParameter, limitParameter, textParameter } from '../request/query-parameters.ts'
import { addPermissions } from '../response/add-permissions.ts'

export function listHandler(entity: Entity): Handler {
  const name = entity.name.identifier
  return async (dependencies, context) => {
    const { query, actorContext, running } = context
    if (query.size > 0) checkParameters(query, LIST_PARAMETERS)
    const { fields, expand, sort, filter, search, after } = readTexts(query, [
      'fields',
      'expand',
      'sort',
      'filter',
      'search',
      'after',
    ])
    const list = [name, filter, sort, search].join('\n')
    const trash = flagParameter(query, 'trash', 'yes')
    if (trash && policyOf(running, actorContext.actor).entity(name).restore.grants.length === 0) {
      throw new Refused(
        makeRefusal(running.model, 'not_allowed', { entity: name, cites: running.model.accountPolicy.grantsCite }),
      )
    }
    const asked = {
      ...presentOnly({ fields, expand, sort, filter, search }),
      limit: limitParameter(query, running.model.settings.pageSize),
      ...(after === undefined ? {} : { after: readCursor(list, after) }),
      count: flagParameter(query, 'count', 'exact'),
      trash,
    }
    const listed = await findRecords(dependencies, actorContext, name, asked)
    const items = flagParameter(query, 'may', 'yes')
      ? await addPermissions(dependencies, context, name, listed.items)
      : listed.items
    const next = listed.next === null ? 'null' : `"${writeCursor(list, listed.next)}"`
    const count = listed.count === undefined ? '' : `,"count":${listed.count}`
    return { status: 200, body: `{"items":[${items.join(',')}],"next":${next}${count}}` }
  }
}

/** `by`: `id`, or a unique field. */
export function readHandler(entity: Entity, by: string, value: string): Handler {
  const name = entity.name.identifier
  return async (dependencies, context) => {
    const { query, actorContext } = context
    if (query.size === 0)
      return recordResponse(context, 200, await getRecord(dependencies, actorContext, name, by, value))
    checkParameters(query, ['fields', 'expand', 'may'])
    const asked = presentOnly(readTexts(query, ['fields', 'expand']))
    const text = await getRecord(dependencies, actorContext, name, by, value, asked)
    const [body = text] = flagParameter(query, 'may', 'yes')
      ? await addPermissions(dependencies, context, name, [text])
      : [text]
    return recordResponse(context, 200, body)
  }
}

export function createHandler(entity: Entity): Handler {
  const name = entity.name.identifier
  return async (dependencies, context) => {
    requireSignedIn(context, name, 'create')
    const body = await readJson(context.request)
    return write(dependencies, context, body, 201, (options) =>
      createRecord(dependencies, context.actorContext, name, readObject(body), options),
    )
  }
}

export function startHandler(entity: Entity, transition: string): Handler {
  const name = entity.name.identifier
  return async (dependencies, context) => {
    requireSignedIn(context, name, 'create')
    const body = await readJson(context.request)
    return write(dependencies, context, body, 201, (options) =>
      createByTransition(dependencies, context.actorContext, name, transition, readObject(body), options),
    )
  }
}

export function updateHandler(entity: Entity, id: string): Handler {
  const name = entity.name.identifier
  return async (dependencies, context) => {
    requireSignedIn(context, name, 'update')
    const body = await readJson(context.request)
    const expected = expectedVersion(context.request.headers['if-match'])
    return write(dependencies, context, body, 200, (options) =>
      updateRecord(dependencies, context.actorContext, name, id, readObject(body), { ...options, expected }),
    )
  }
}

export function transitionHandler(entity: Entity, id: string, transition: string): Handler {
  const name = entity.name.identifier
  return async (dependencies, context) => {
    requireSignedIn(context, name, 'read')
    const body = await readJson(context.request)
    const expected = expectedVersion(context.request.headers['if-match'])
    return write(dependencies, context, body, 200, (options) =>
      transitionRecord(dependencies, context.actorContext, name, id, transition, readObject(body), {
        ...options,
        expected,
      }),
    )
  }
}

export function deleteHandler(entity: Entity, id: string): Handler {
  const name = entity.name.identifier
  return async (dependencies, context) => {
    requireSignedIn(context, name, 'delete')
    const body = await readJson(context.request)
    const expected = expectedVersion(context.request.headers['if-match'])
    return write(dependencies, context, body, 204, (options) =>
      deleteRecord(dependencies, context.actorContext, name, id, { ...options, expected }),
    )
  }
}

export function restoreHandler(entity: Entity, id: string): Handler {
  return async (dependencies, context) => {
    requireSignedIn(context, entity.name.identifier, 'restore')
    const body = await readJson(context.request)
    return write(dependencies, context, body, 200, (options) =>
      restoreRecord(dependencies, context.actorContext, entity.name.identifier, id, options),
    )
  }
}

export function historyHandler(entity: Entity, id: string): Handler {
  return async (dependencies, { query, actorContext }) => {
    checkParameters(query, ['limit', 'after'])
    const after = textParameter(query, 'after')
    const list = `history ${id}`
    const before = after === undefined ? {} : { before: String(readCursor(list, after)[0]) }
    const { items, next } = await readHistory(dependencies, actorContext, entity.name.identifier, id, {
      limit: limitParameter(query, DEFAULT_LIMIT),
      ...before,
    })
    return jsonResponse(200, { items, next: next === null ? null : writeCursor(list, [next]) })
  }
}

export function summaryHandler(entity: Entity): Handler {
  return async (dependencies, { query, actorContext }) => {
    checkParameters(query, ['by', 'measure', 'filter'])
    const { by, measure = 'count', filter } = readTexts(query, ['by', 'measure', 'filter'])
    return jsonResponse(
      200,
      await summariseRecords(dependencies, actorContext, entity.name.identifier, {
        measure,
        ...presentOnly({ by, filter }),
      }),
    )
  }
}

/** A person who is not signed in, and could not do it at all, is asked to before the body is looked at. */
function requireSignedIn({ running, actorContext: { actor } }: RequestContext, entity: string, verb: Verb): void {
  if (actor.person === null && policyOf(running, actor).entity(entity).verb(verb).grants.length === 0)
    throw new Refused(makeRefusal(running.model, 'not_signed_in'))
}

/** Does it once, where a key says so, and answers with the record as the caller may see it afterwards. */
async function write(
  dependencies: ApiDependencies,
  context: RequestContext,
  body: JsonBody,
  status: number,
  run: (options: CommandOptions) => Promise<WrittenRecord>,
): Promise<ApiResponse> {
  const { request, actorContext, method, path } = context
  checkParameters(context.query, [])
  const confirmed = (textHeader(request.headers['confirm']) ?? '')
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '')
  const key = textHeader(request.headers['idempotency-key'])
  const done =
    key === undefined
      ? { status, written: await run({ confirmed }) }
      : await dependencies.idempotency.run<WrittenRecord>(
          {
            key,
            request: `${method} ${path.join('/')}\n${body.bytes.toString('utf8')}`,
            from: addressKey(context.address),
          },
          actorContext,
          status,
          (guard) => run({ confirmed, guard }),
        )
  if (done.status === 204) return NO_CONTENT
  const { entity, id } = done.written
  const text = await findRecord(dependencies, actorContext, entity, 'id', id)
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
  if (method === 'GET' && matchesEtag(request.headers['if-none-match'], tag))
    return { status: 304, headers: ['ETag', tag] }
  return { status, body, headers: [...headers, 'ETag', tag] }
}

function textHeader(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function readTexts<Name extends string>(
  query: URLSearchParams,
  names: readonly Name[],
): { readonly [name in Name]?: string } {
  const read: { [name in Name]?: string } = {}
  if (query.size === 0) return read
  for (const name of names) {
    const text = textParameter(query, name)
    if (text !== undefined) read[name] = text
  }
  return read
}

/** Without what is absent. */
function presentOnly<T extends { readonly [name: string]: string | undefined }>(
  values: T,
): { readonly [name in keyof T]?: string } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    readonly [name in keyof T]?: string
  }
}
