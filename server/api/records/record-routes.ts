// Routes the paths below an entity's path to the handlers of records.
import type { Entity, Transition } from '#shared/model/model.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import { isKey } from '../../records/find-record.ts'
import { createsRecords } from '../../records/transition-record.ts'
import { policyOf } from '../../policy/policy.ts'
import type { ApiRoute } from '../request/request-context.ts'
import {
  createHandler,
  deleteHandler,
  historyHandler,
  listHandler,
  readHandler,
  restoreHandler,
  startHandler,
  summaryHandler,
  transitionHandler,
  updateHandler,
} from './record-handlers.ts'
import type { Actor } from '#shared/policy/actor.ts'

export const RECORD_HANDLERS = {
  '': { GET: listHandler, POST: createHandler },
  '/summary': { GET: summaryHandler },
  '/:transition': { POST: startHandler },
  '/:id': { GET: readHandler, PATCH: updateHandler, DELETE: deleteHandler },
  '/:key/:value': { GET: readHandler },
  '/:id/history': { GET: historyHandler },
  '/:id/restore': { POST: restoreHandler },
  '/:id/:transition': { POST: transitionHandler },
} as const

/** What no field and no transition is called has no calls. */
export function recordRoute(
  running: RunningDocument,
  entity: Entity,
  second: string | undefined,
  third: string | undefined,
): ApiRoute {
  const below = entity.name.identifier
  if (second === undefined) {
    const { GET, POST } = RECORD_HANDLERS['']
    return running.compiled('list route', entity, () => ({ handlers: { GET: GET(entity), POST: POST(entity) } }))
  }
  if (third === undefined) {
    if (second === 'summary') return { handlers: { GET: RECORD_HANDLERS['/summary'].GET(entity) } }
    const start = transitionAt(entity, second)
    const { GET, PATCH, DELETE } = RECORD_HANDLERS['/:id']
    return {
      concealedUnder: below,
      handlers: {
        ...(start !== undefined && createsRecords(start)
          ? { POST: RECORD_HANDLERS['/:transition'].POST(entity, start.name.identifier) }
          : {}),
        GET: GET(entity, 'id', second),
        PATCH: PATCH(entity, second),
        DELETE: DELETE(entity, second),
      },
    }
  }
  if (isKey(entity, second))
    return {
      concealedUnder: below,
      isConcealed: true,
      handlers: { GET: RECORD_HANDLERS['/:key/:value'].GET(entity, second, third) },
    }
  if (third === 'history')
    return { concealedUnder: below, handlers: { GET: RECORD_HANDLERS['/:id/history'].GET(entity, second) } }
  if (third === 'restore')
    return { concealedUnder: below, handlers: { POST: RECORD_HANDLERS['/:id/restore'].POST(entity, second) } }
  const transition = transitionAt(entity, third)
  if (transition === undefined) return { concealedUnder: below, isConcealed: true, handlers: {} }
  return {
    concealedUnder: below,
    handlers: { POST: RECORD_HANDLERS['/:id/:transition'].POST(entity, second, transition.name.identifier) },
  }
}

/** The shape of the path below the entity's, with the names that the document has and without values. */
export function recordRoutePattern(entity: Entity, second: string | undefined, third: string | undefined): string {
  if (second === undefined) return ''
  if (third === undefined) {
    const start = transitionAt(entity, second)
    return second === 'summary' || (start !== undefined && createsRecords(start)) ? `/${second}` : '/:id'
  }
  if (isKey(entity, second)) return `/${second}/:value`
  const isNamed = third === 'history' || third === 'restore' || transitionAt(entity, third) !== undefined
  return isNamed ? `/:id/${third}` : '/:id/:transition'
}

/** May somebody learn what fields and transitions there are below an entity? Who may read of it; and, of ways to begin, who may create. */
export function mayKnowNames(running: RunningDocument, entity: string, actor: Actor, begins: boolean): boolean {
  const policy = policyOf(running, actor).entity(entity)
  return policy.read.rows !== false || (begins && policy.create.grants.length > 0)
}

export function transitionAt(entity: Entity, path: string): Transition | undefined {
  return [...entity.transitions.values()].find((transition) => transition.path === path)
}
