// The system's own calls: health, the description of the API, the specification, the inbox.
import { DEFAULT_LIMIT } from '#shared/protocol/list.ts'
import { serializeModel } from '#shared/model/serialize.ts'
import { mayReadDocument } from '#shared/decisions/2-screens.ts'
import { rolesKey } from '#shared/decisions/actor.ts'
import type { Actor } from '#shared/decisions/decision.ts'
import { lineIndex, positionAt } from '#shared/text/position.ts'
import type { RunningDocument } from '../document/current.ts'
import { findHeldRoles } from '../records/held-roles.ts'
import { markRead, readInbox } from '../records/inbox.ts'
import { findObstacle } from '../records/find-obstacle.ts'
import { keptFor, projectedModel } from '../records/work/rights.ts'
import { jsonAnswer, LastingBody, NO_CONTENT } from './answer.ts'
import { readJson } from './body.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { printDocs } from './description/docs-page.ts'
import type { Call } from './exchange.ts'
import type { ApiDescription } from './description/describe-api.ts'
import { describeApi } from './description/describe-api.ts'
import { checkParameters, limitParameter, textParameter } from './parameters.ts'
import type { Resources } from './resources.ts'

const liveCall: Call = async () => ({ status: 200, body: '{"status":"live"}' })

/** `reason`: `damaged`, `disk_full` or `unreadable`; no more than that is told to everybody. */
const readyCall: Call = async (dependencies) => {
  const reason = await findObstacle(dependencies)
  return reason === undefined
    ? { status: 200, body: '{"status":"ready"}' }
    : { status: 503, body: JSON.stringify({ status: 'not ready', reason }), headers: ['Retry-After', '5'] }
}

const openApiCall: Call = async (_, { running, acting: { actor }, query }) => {
  checkParameters(query, [])
  const make = () => new LastingBody(JSON.stringify(descriptionFor(running, actor)))
  return { status: 200, lasting: running.recent('openapi', rolesKey(actor), make, DESCRIBED) }
}

const docsCall: Call = async (_, { running, acting: { actor }, query, requestId }) => {
  checkParameters(query, [])
  const { html, security } = printDocs(descriptionFor(running, actor), requestId)
  return { status: 200, body: html, type: 'text/html; charset=utf-8', security }
}

function descriptionFor(running: RunningDocument, actor: Actor): ApiDescription {
  return running.recent('description of the API', rolesKey(actor), () => describeApi(running, actor), {
    most: MOST_DESCRIBED,
  })
}

/** Sets of roles whose description is kept: it is large. */
const MOST_DESCRIBED = 100
const DESCRIBED = { most: MOST_DESCRIBED, bytesOf: ({ text }: LastingBody): number => 3 * text.length }

const specCall: Call = async (dependencies, { running, acting, query }) => {
  checkParameters(query, [])
  const { actor } = acting
  const held = await findHeldRoles(dependencies, acting)
  const make = () => specText(running, projectedModel(running, actor, held), mayReadDocument(running.model, actor))
  return { status: 200, lasting: keptFor(running, 'spec', actor, held, () => new LastingBody(make())) }
}

const inboxCall: Call = async (dependencies, { query, acting }) => {
  checkParameters(query, ['limit', 'after'])
  const after = textParameter(query, 'after')
  const before = after === undefined ? {} : { before: String(readCursor('inbox', after)[0]) }
  const { items, next, unread } = await readInbox(dependencies, acting, {
    limit: limitParameter(query, DEFAULT_LIMIT),
    ...before,
  })
  return jsonAnswer(200, { items, next: next === null ? null : writeCursor('inbox', [next]), unread })
}

function markReadCall(id: string): Call {
  return async (dependencies, exchange) => {
    await readJson(exchange.request)
    await markRead(dependencies, exchange.acting, id)
    return NO_CONTENT
  }
}

export const SYSTEM_RESOURCES: Resources = {
  'health/live': { open: true, calls: { GET: liveCall } },
  'health/ready': { open: true, calls: { GET: readyCall } },
  'openapi.json': { calls: { GET: openApiCall } },
  spec: { leadsIn: true, enrolling: true, calls: { GET: specCall } },
  'system/docs': { calls: { GET: docsCall } },
  'system/inbox': { signedIn: true, calls: { GET: inboxCall } },
  'system/inbox/:id/read': (id) => ({ signedIn: true, calls: { POST: markReadCall(id) } }),
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
