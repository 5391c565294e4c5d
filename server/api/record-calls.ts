// The standard calls on records: list, read, create, update, delete, restore, transitions, history, summary.
import type { Entity, Verb } from '#shared/model/model.ts'
import { refusal } from '#shared/decisions/8-errors.ts'
import { DEFAULT_LIMIT, LIST_PARAMETERS } from '#shared/protocol/list.ts'
import { addressKey } from '../auth/attempts.ts'
import { createRecord } from '../records/create-record.ts'
import { deleteRecord } from '../records/delete-record.ts'
import { findRecord, getRecord } from '../records/find-record.ts'
import { findRecords } from '../records/find-records.ts'
import { readHistory } from '../records/read-history.ts'
import { Refused } from '../records/refused.ts'
import { restoreRecord } from '../records/restore-record.ts'
import { summariseRecords } from '../records/summarise-records.ts'
import { createByTransition, transitionRecord } from '../records/transition-record.ts'
import { updateRecord } from '../records/update-record.ts'
import { writeRightsOf } from '../records/work/rights.ts'
import type { CommandOptions, Written } from '../records/work/work.ts'
import type { Answer } from './answer.ts'
import { jsonAnswer, NO_CONTENT } from './answer.ts'
import { objectOf, readJson } from './body.ts'
import type { Body } from './body.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { entityTag, expectedVersion, isKnown, versionOf } from './entity-tag.ts'
import type { ApiDependencies, Call, Exchange } from './exchange.ts'
import { checkParameters, flagParameter, limitParameter, textParameter } from './parameters.ts'
import { withMay } from './with-may.ts'

export function listCall(entity: Entity): Call {
  const name = entity.name.identifier
  return async (dependencies, exchange) => {
    const { query, acting, running } = exchange
    if (query.size > 0) checkParameters(query, LIST_PARAMETERS)
    const { fields, expand, sort, filter, search, after } = texts(query, [
      'fields',
      'expand',
      'sort',
      'filter',
      'search',
      'after',
    ])
    const list = [name, filter, sort, search].join('\n')
    const trash = flagParameter(query, 'trash', 'yes')
    if (trash && writeRightsOf(running, name, acting.actor, 'restore').grants.length === 0) {
      throw new Refused(refusal(running.model, 'not_allowed', { entity: name, cites: running.model.access.grantsCite }))
    }
    const asked = {
      ...given({ fields, expand, sort, filter, search }),
      limit: limitParameter(query, running.model.settings.pageSize),
      ...(after === undefined ? {} : { after: readCursor(list, after) }),
      count: flagParameter(query, 'count', 'exact'),
      trash,
    }
    const listed = await findRecords(dependencies, acting, name, asked)
    const items = flagParameter(query, 'may', 'yes')
      ? await withMay(dependencies, exchange, name, listed.items)
      : listed.items
    const next = listed.next === null ? 'null' : `"${writeCursor(list, listed.next)}"`
    const count = listed.count === undefined ? '' : `,"count":${listed.count}`
    return { status: 200, body: `{"items":[${items.join(',')}],"next":${next}${count}}` }
  }
}

/** `by`: `id`, or a unique field. */
export function readCall(entity: Entity, by: string, value: string): Call {
  const name = entity.name.identifier
  return async (dependencies, exchange) => {
    const { query, acting } = exchange
    if (query.size === 0) return recordAnswer(exchange, 200, await getRecord(dependencies, acting, name, by, value))
    checkParameters(query, ['fields', 'expand', 'may'])
    const asked = given(texts(query, ['fields', 'expand']))
    const text = await getRecord(dependencies, acting, name, by, value, asked)
    const [body = text] = flagParameter(query, 'may', 'yes')
      ? await withMay(dependencies, exchange, name, [text])
      : [text]
    return recordAnswer(exchange, 200, body)
  }
}

export function createCall(entity: Entity): Call {
  const name = entity.name.identifier
  return async (dependencies, exchange) => {
    checkSignedIn(exchange, name, 'create')
    const body = await readJson(exchange.request)
    return write(dependencies, exchange, body, 201, (options) =>
      createRecord(dependencies, exchange.acting, name, objectOf(body), options),
    )
  }
}

export function startCall(entity: Entity, transition: string): Call {
  const name = entity.name.identifier
  return async (dependencies, exchange) => {
    checkSignedIn(exchange, name, 'create')
    const body = await readJson(exchange.request)
    return write(dependencies, exchange, body, 201, (options) =>
      createByTransition(dependencies, exchange.acting, name, transition, objectOf(body), options),
    )
  }
}

export function updateCall(entity: Entity, id: string): Call {
  const name = entity.name.identifier
  return async (dependencies, exchange) => {
    checkSignedIn(exchange, name, 'update')
    const body = await readJson(exchange.request)
    const expected = expectedVersion(exchange.request.headers['if-match'])
    return write(dependencies, exchange, body, 200, (options) =>
      updateRecord(dependencies, exchange.acting, name, id, objectOf(body), { ...options, expected }),
    )
  }
}

export function transitionCall(entity: Entity, id: string, transition: string): Call {
  const name = entity.name.identifier
  return async (dependencies, exchange) => {
    checkSignedIn(exchange, name, 'read')
    const body = await readJson(exchange.request)
    const expected = expectedVersion(exchange.request.headers['if-match'])
    return write(dependencies, exchange, body, 200, (options) =>
      transitionRecord(dependencies, exchange.acting, name, id, transition, objectOf(body), { ...options, expected }),
    )
  }
}

export function deleteCall(entity: Entity, id: string): Call {
  const name = entity.name.identifier
  return async (dependencies, exchange) => {
    checkSignedIn(exchange, name, 'delete')
    const body = await readJson(exchange.request)
    const expected = expectedVersion(exchange.request.headers['if-match'])
    return write(dependencies, exchange, body, 204, (options) =>
      deleteRecord(dependencies, exchange.acting, name, id, { ...options, expected }),
    )
  }
}

export function restoreCall(entity: Entity, id: string): Call {
  return async (dependencies, exchange) => {
    checkSignedIn(exchange, entity.name.identifier, 'restore')
    const body = await readJson(exchange.request)
    return write(dependencies, exchange, body, 200, (options) =>
      restoreRecord(dependencies, exchange.acting, entity.name.identifier, id, options),
    )
  }
}

export function historyCall(entity: Entity, id: string): Call {
  return async (dependencies, { query, acting }) => {
    checkParameters(query, ['limit', 'after'])
    const after = textParameter(query, 'after')
    const list = `history ${id}`
    const before = after === undefined ? {} : { before: String(readCursor(list, after)[0]) }
    const { items, next } = await readHistory(dependencies, acting, entity.name.identifier, id, {
      limit: limitParameter(query, DEFAULT_LIMIT),
      ...before,
    })
    return jsonAnswer(200, { items, next: next === null ? null : writeCursor(list, [next]) })
  }
}

export function summaryCall(entity: Entity): Call {
  return async (dependencies, { query, acting }) => {
    checkParameters(query, ['by', 'measure', 'filter'])
    const { by, measure = 'count', filter } = texts(query, ['by', 'measure', 'filter'])
    return jsonAnswer(
      200,
      await summariseRecords(dependencies, acting, entity.name.identifier, { measure, ...given({ by, filter }) }),
    )
  }
}

/** Whoever is not signed in, and could not do it at all, is asked to before the body is looked at. */
function checkSignedIn({ running, acting: { actor } }: Exchange, entity: string, verb: Verb): void {
  if (actor.person === null && writeRightsOf(running, entity, actor, verb).grants.length === 0)
    throw new Refused(refusal(running.model, 'not_signed_in'))
}

/** Does it once, where a key says so, and answers with the record as the caller may see it afterwards. */
async function write(
  dependencies: ApiDependencies,
  exchange: Exchange,
  body: Body,
  status: number,
  run: (options: CommandOptions) => Promise<Written>,
): Promise<Answer> {
  const { request, acting, method, path } = exchange
  checkParameters(exchange.query, [])
  const confirmed = (textHeader(request.headers['confirm']) ?? '')
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '')
  const key = textHeader(request.headers['idempotency-key'])
  const done =
    key === undefined
      ? { status, written: await run({ confirmed }) }
      : await dependencies.once.run<Written>(
          {
            key,
            request: `${method} ${path.join('/')}\n${body.bytes.toString('utf8')}`,
            from: addressKey(exchange.address),
          },
          acting,
          status,
          (settle) => run({ confirmed, settle }),
        )
  if (done.status === 204) return NO_CONTENT
  const { entity, id } = done.written
  const text = await findRecord(dependencies, acting, entity, 'id', id)
  const location = done.status === 201 ? ['Location', `/api/${path[0] ?? ''}/${id}`] : []
  // Who may write a record need not be able to read it.
  return text === undefined
    ? jsonAnswer(done.status, { id }, location)
    : recordAnswer(exchange, done.status, text, location)
}

function recordAnswer(
  { request, method }: Exchange,
  status: number,
  body: string,
  headers: readonly string[] = [],
): Answer {
  const tag = entityTag(versionOf(body), body)
  if (method === 'GET' && isKnown(request.headers['if-none-match'], tag)) return { status: 304, headers: ['ETag', tag] }
  return { status, body, headers: [...headers, 'ETag', tag] }
}

function textHeader(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function texts<Name extends string>(
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
function given<T extends { readonly [name: string]: string | undefined }>(
  values: T,
): { readonly [name in keyof T]?: string } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    readonly [name in keyof T]?: string
  }
}
