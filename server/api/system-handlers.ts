// Handles the system's own routes: health, OpenAPI, specification, inbox.
import { DEFAULT_LIMIT } from '#shared/protocol/list.ts'
import { serializeModel } from '#shared/model/serialize.ts'
import { canReadDocument } from '#shared/decisions/2-screens.ts'
import { lineIndex, positionAt } from '#shared/text/position.ts'
import type { RunningDocument } from '../document/current-document.ts'
import { findHeldRoles } from '../records/held-roles.ts'
import { markRead, readInbox } from '../records/inbox.ts'
import { findObstacle } from '../records/readiness.ts'
import { policyOf } from '../policy/policy.ts'
import { jsonResponse, CachedBody, NO_CONTENT } from './response/response.ts'
import { readJson } from './request/json-body.ts'
import { readCursor, writeCursor } from './request/cursor.ts'
import { printDocs } from './openapi/docs-page.ts'
import type { Handler } from './request/request-context.ts'
import type { ApiDescription } from './openapi/describe-api.ts'
import { describeApi } from './openapi/describe-api.ts'
import { checkParameters, limitParameter, textParameter } from './request/query-parameters.ts'
import type { RouteTable } from './route-table.ts'
import type { Actor } from '#shared/policy/actor.ts'

const liveHandler: Handler = async () => ({ status: 200, body: '{"status":"live"}' })

/** `reason`: `damaged`, `disk_full` or `unreadable`; no more than that is told to everybody. */
const readyHandler: Handler = async (dependencies) => {
  const reason = await findObstacle(dependencies)
  return reason === undefined
    ? { status: 200, body: '{"status":"ready"}' }
    : { status: 503, body: JSON.stringify({ status: 'not ready', reason }), headers: ['Retry-After', '5'] }
}

const openApiHandler: Handler = async (_, { running, actorContext: { actor }, query }) => {
  checkParameters(query, [])
  const make = () => new CachedBody(JSON.stringify(descriptionFor(running, actor)))
  return { status: 200, cached: policyOf(running, actor).keepLatest('openapi', NONE_HELD, make, bytesOfBody) }
}

const docsHandler: Handler = async (_, { running, actorContext: { actor }, query, requestId }) => {
  checkParameters(query, [])
  const { html, security } = printDocs(descriptionFor(running, actor), requestId)
  return { status: 200, body: html, type: 'text/html; charset=utf-8', security }
}

function descriptionFor(running: RunningDocument, actor: Actor): ApiDescription {
  return policyOf(running, actor).keepLatest('description of the API', NONE_HELD, () => describeApi(running, actor))
}

const NONE_HELD: ReadonlySet<string> = new Set()
const bytesOfBody = ({ text }: CachedBody): number => 3 * text.length

const specHandler: Handler = async (dependencies, { running, actorContext, query }) => {
  checkParameters(query, [])
  const { actor } = actorContext
  const held = await findHeldRoles(dependencies, actorContext)
  const policy = policyOf(running, actor)
  const make = () => specText(running, policy.projectedModel(held), canReadDocument(running.model, actor))
  return { status: 200, cached: policy.keepLatest('spec', held, () => new CachedBody(make())) }
}

const inboxHandler: Handler = async (dependencies, { query, actorContext }) => {
  checkParameters(query, ['limit', 'after'])
  const after = textParameter(query, 'after')
  const before = after === undefined ? {} : { before: String(readCursor('inbox', after)[0]) }
  const { items, next, unread } = await readInbox(dependencies, actorContext, {
    limit: limitParameter(query, DEFAULT_LIMIT),
    ...before,
  })
  return jsonResponse(200, { items, next: next === null ? null : writeCursor('inbox', [next]), unread })
}

function markReadHandler(id: string): Handler {
  return async (dependencies, context) => {
    await readJson(context.request)
    await markRead(dependencies, context.actorContext, id)
    return NO_CONTENT
  }
}

export const SYSTEM_ROUTES: RouteTable = {
  'health/live': { isPublic: true, handlers: { GET: liveHandler } },
  'health/ready': { isPublic: true, handlers: { GET: readyHandler } },
  'openapi.json': { handlers: { GET: openApiHandler } },
  spec: { isForSignIn: true, allowsEnrolment: true, handlers: { GET: specHandler } },
  'system/docs': { handlers: { GET: docsHandler } },
  'system/inbox': { requiresSession: true, handlers: { GET: inboxHandler } },
  'system/inbox/:id/read': (id) => ({ requiresSession: true, handlers: { POST: markReadHandler(id) } }),
}

/** The model is serialized already: it stands in the answer as it is. */
function specText(running: RunningDocument, model: Parameters<typeof serializeModel>[0], isWhole: boolean): string {
  const index = lineIndex(running.text)
  const unknowns = running.model.unknowns.map(({ point, name, span }) => ({
    point,
    name,
    line: positionAt(index, span.start).line,
  }))
  const known = {
    revision: running.revision,
    name: running.model.name,
    unknowns,
    ...(isWhole ? { document: running.text } : {}),
  }
  return `${JSON.stringify(known).slice(0, -1)},"model":${serializeModel(model)}}`
}
