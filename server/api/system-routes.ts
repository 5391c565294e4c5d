// Declares the system's own routes: health, OpenAPI, specification, inbox.
import {
  INBOX_ANSWER,
  LIVE_ANSWER,
  OPENAPI_ANSWER,
  NOT_READY_ANSWER,
  READY_ANSWER,
  SPECIFICATION,
  WAITING_ANSWER,
} from './system-answers.ts'
import { DEFAULT_LIMIT } from '#shared/protocol/list.ts'
import type { Model } from '#shared/model/model.ts'
import { serializeModel } from '#shared/model/serialize.ts'
import type { FormerName } from '#shared/protocol/follow-renames.ts'
import { canReadDocument } from '#shared/decisions/2-screens.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { lineIndex, positionAt } from '#shared/text/position.ts'
import type { RunningDocument } from '../document/current-document.ts'
import { findWaiting } from '../records/inbox/find-waiting.ts'
import { findHeldRoles } from '../records/access/held-roles.ts'
import { markRead, readInbox } from '../records/inbox/inbox.ts'
import { findUnreadiness } from '../records/readiness.ts'
import { policyOf } from '../policy/policy.ts'
import { jsonResponse, CachedBody, NO_CONTENT } from './response/response.ts'
import { readCursor, writeCursor } from './request/cursor.ts'
import { printDocs } from './openapi/docs-page.ts'
import type { ApiDescription } from './openapi/describe-api.ts'
import { describeApi } from './openapi/describe-api.ts'
import { PAGE_QUERY } from './records/record-parameters.ts'
import type { ApiRoute } from './routes/route.ts'
import { defineRoute } from './routes/route.ts'

const LIVE = defineRoute({
  method: 'GET',
  path: '/health/live',
  id: 'health_live',
  response: { schema: LIVE_ANSWER },
  summary: 'Is the process alive',
  isPublic: true,
  allowsOtherParameters: true,
  status: 200,
  handle: async () => ({ status: 200, body: '{"status":"live"}' }),
})

/** `reason`: `leaving`, `damaged`, `disk_full`, `unreadable` or `newer_document`; everybody may read that, and no more. */
const READY = defineRoute({
  method: 'GET',
  path: '/health/ready',
  id: 'health_ready',
  response: { schema: READY_ANSWER },
  otherResponses: { 503: { description: 'Not now.', schema: NOT_READY_ANSWER } },
  summary: 'Can it answer',
  isPublic: true,
  allowsOtherParameters: true,
  status: 200,
  handle: async (dependencies) => {
    const reason = await findUnreadiness(dependencies)
    return reason === undefined
      ? { status: 200, body: '{"status":"ready"}' }
      : { status: 503, body: JSON.stringify({ status: 'not ready', reason }), headers: ['Retry-After', '5'] }
  },
})

const OPENAPI = defineRoute({
  method: 'GET',
  path: '/openapi.json',
  id: 'openapi',
  response: { schema: OPENAPI_ANSWER },
  summary: 'This description',
  status: 200,
  handle: async ({ fixedRoutes }, { running, actorContext: { actor } }) => {
    const make = () => new CachedBody(JSON.stringify(descriptionFor(running, actor, fixedRoutes)))
    return { status: 200, cached: policyOf(running, actor).keepLatest('openapi', NONE_HELD, make, bytesOfBody) }
  },
})

const DOCS = defineRoute({
  method: 'GET',
  path: '/system/docs',
  id: 'docs',
  summary: 'This description as a page',
  status: 200,
  response: { type: 'text/html', schema: { type: 'string' } },
  handle: async ({ fixedRoutes }, { running, actorContext: { actor }, requestId }) => {
    const { html, security } = printDocs(descriptionFor(running, actor, fixedRoutes), requestId)
    return { status: 200, body: html, type: 'text/html; charset=utf-8', security }
  },
})

const SPEC = defineRoute({
  method: 'GET',
  path: '/spec',
  id: 'spec',
  response: { schema: SPECIFICATION },
  summary: 'The specification, as far as you may know it',
  status: 200,
  isForSignIn: true,
  allowsEnrolment: true,
  handle: async (dependencies, { running, actorContext }) => {
    const { actor } = actorContext
    const held = await findHeldRoles(dependencies, actorContext)
    const policy = policyOf(running, actor)
    const { formerNames } = dependencies.storage
    const make = () =>
      specText(running, policy.projectedModel(held), formerNames, canReadDocument(running.model, actor))
    return { status: 200, cached: policy.keepLatest('spec', held, () => new CachedBody(make())) }
  },
})

const INBOX = defineRoute({
  method: 'GET',
  path: '/system/inbox',
  id: 'inbox',
  response: { schema: INBOX_ANSWER },
  summary: 'Your inbox',
  status: 200,
  requiresSession: true,
  requiresRole: true,
  query: PAGE_QUERY,
  handle: async (dependencies, { actorContext }, { query: { limit = DEFAULT_LIMIT, after } }) => {
    const before = after === undefined ? {} : { before: String(readCursor('inbox', after)[0]) }
    const { items, next, unread } = await readInbox(dependencies, actorContext, { limit, ...before })
    return jsonResponse(200, { items, next: next === null ? null : writeCursor('inbox', [next]), unread })
  },
})

const MARK_READ = defineRoute({
  method: 'POST',
  path: '/system/inbox/:id/read',
  id: 'mark_read',
  summary: 'Mark a message as read',
  status: 204,
  requiresSession: true,
  requiresRole: true,
  handle: async (dependencies, { actorContext }, { parameters: { id } }) => {
    await markRead(dependencies, actorContext, id)
    return NO_CONTENT
  },
})

const WAITING = defineRoute({
  method: 'GET',
  path: '/system/waiting',
  id: 'waiting',
  response: { schema: WAITING_ANSWER },
  status: 200,
  requiresSession: true,
  summary: 'Records on which you can do the next step',
  handle: async (dependencies, { actorContext }) => jsonResponse(200, await findWaiting(dependencies, actorContext)),
})

export const SYSTEM_ROUTES: readonly ApiRoute[] = [LIVE, READY, OPENAPI, DOCS, SPEC, INBOX, MARK_READ, WAITING]

function descriptionFor(running: RunningDocument, actor: Actor, fixedRoutes: readonly ApiRoute[]): ApiDescription {
  return policyOf(running, actor).keepLatest('description of the API', NONE_HELD, () =>
    describeApi(running, actor, fixedRoutes),
  )
}

const NONE_HELD: ReadonlySet<string> = new Set()
const bytesOfBody = ({ text }: CachedBody): number => 3 * text.length

/** The model is serialized already: it stands in the answer as it is. */
function specText(
  running: RunningDocument,
  model: Model,
  formerNames: readonly FormerName[],
  isWhole: boolean,
): string {
  const index = lineIndex(running.text)
  const unknowns = model.unknowns.map(({ point, name, span }) => ({
    point,
    name,
    line: positionAt(index, span.start).line,
  }))
  const known = {
    revision: running.revision,
    name: running.model.name,
    unknowns,
    formerNames: formerNames.filter(({ entity, field }) => model.entities.get(entity)?.fields.has(field)),
    ...(isWhole ? { document: running.text } : {}),
  }
  return `${JSON.stringify(known).slice(0, -1)},"model":${serializeModel(model)}}`
}
