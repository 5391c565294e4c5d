// The calls on records, by the shape of the path below the entity's: nothing else of them is reached.
import type { Actor } from '#shared/decisions/decision.ts'
import type { Entity, Transition } from '#shared/model/model.ts'
import type { RunningDocument } from '../document/current.ts'
import { isKey } from '../records/find-record.ts'
import { isStarting } from '../records/transition-record.ts'
import { readRightsOf, writeRightsOf } from '../records/work/rights.ts'
import type { Resource } from './exchange.ts'
import {
  createCall,
  deleteCall,
  historyCall,
  listCall,
  readCall,
  restoreCall,
  startCall,
  summaryCall,
  transitionCall,
  updateCall,
} from './record-calls.ts'

export const RECORD_CALLS = {
  '': { GET: listCall, POST: createCall },
  '/summary': { GET: summaryCall },
  '/:transition': { POST: startCall },
  '/:id': { GET: readCall, PATCH: updateCall, DELETE: deleteCall },
  '/:key/:value': { GET: readCall },
  '/:id/history': { GET: historyCall },
  '/:id/restore': { POST: restoreCall },
  '/:id/:transition': { POST: transitionCall },
} as const

/** What no field and no transition is called has no calls. */
export function recordResource(
  running: RunningDocument,
  entity: Entity,
  second: string | undefined,
  third: string | undefined,
): Resource {
  const below = entity.name.identifier
  if (second === undefined) {
    const { GET, POST } = RECORD_CALLS['']
    return running.compiled('list resource', below, () => ({ calls: { GET: GET(entity), POST: POST(entity) } }))
  }
  if (third === undefined) {
    if (second === 'summary') return { calls: { GET: RECORD_CALLS['/summary'].GET(entity) } }
    const start = transitionAt(entity, second)
    const { GET, PATCH, DELETE } = RECORD_CALLS['/:id']
    return {
      below,
      calls: {
        ...(start !== undefined && isStarting(start)
          ? { POST: RECORD_CALLS['/:transition'].POST(entity, start.name.identifier) }
          : {}),
        GET: GET(entity, 'id', second),
        PATCH: PATCH(entity, second),
        DELETE: DELETE(entity, second),
      },
    }
  }
  if (isKey(entity, second))
    return { below, quiet: true, calls: { GET: RECORD_CALLS['/:key/:value'].GET(entity, second, third) } }
  if (third === 'history') return { below, calls: { GET: RECORD_CALLS['/:id/history'].GET(entity, second) } }
  if (third === 'restore') return { below, calls: { POST: RECORD_CALLS['/:id/restore'].POST(entity, second) } }
  const transition = transitionAt(entity, third)
  if (transition === undefined) return { below, quiet: true, calls: {} }
  return { below, calls: { POST: RECORD_CALLS['/:id/:transition'].POST(entity, second, transition.name.identifier) } }
}

/** The shape of the path below the entity's, with the names that the document has and without values. */
export function recordRoute(entity: Entity, second: string | undefined, third: string | undefined): string {
  if (second === undefined) return ''
  if (third === undefined) {
    const start = transitionAt(entity, second)
    return second === 'summary' || (start !== undefined && isStarting(start)) ? `/${second}` : '/:id'
  }
  if (isKey(entity, second)) return `/${second}/:value`
  const isNamed = third === 'history' || third === 'restore' || transitionAt(entity, third) !== undefined
  return isNamed ? `/:id/${third}` : '/:id/:transition'
}

/** May somebody learn what fields and transitions there are below an entity? Who may read of it; and, of ways to begin, who may create. */
export function isNamedTo(running: RunningDocument, entity: string, actor: Actor, begins: boolean): boolean {
  if (readRightsOf(running, entity, actor).rows !== false) return true
  return begins && writeRightsOf(running, entity, actor, 'create').grants.length > 0
}

export function transitionAt(entity: Entity, path: string): Transition | undefined {
  return [...entity.transitions.values()].find((transition) => transition.path === path)
}
