// Which resource stands at a path of the API, by the document in force: the system's own words, then the entities' paths.
import type { Entity, Transition } from '#shared/model/model.ts'
import type { RunningDocument } from '../document/current.ts'
import { isStarting } from '../records/transition-record.ts'
import { authResource } from './auth-calls.ts'
import { entitiesByPath, isKey } from './entity-paths.ts'
import type { Call, Resource } from './exchange.ts'
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
import { systemResource } from './system-calls.ts'

export function resourceAt(running: RunningDocument, path: readonly string[]): Resource | undefined {
  const [first = '', second, third, ...rest] = path
  const entity = entitiesByPath(running).get(first)
  if (entity === undefined) return authResource(path) ?? systemResource(path)
  return rest.length > 0 ? undefined : recordResource(running, entity, second, third)
}

function recordResource(
  running: RunningDocument,
  entity: Entity,
  second: string | undefined,
  third: string | undefined,
): Resource | undefined {
  if (second === undefined) {
    return running.compiled('list resource', entity.name.identifier, () => ({
      calls: { GET: listCall(entity), POST: createCall(entity) },
    }))
  }
  if (third === undefined) {
    if (second === 'summary') return { calls: { GET: summaryCall(entity) } }
    const start = transitionAt(entity, second)
    return {
      calls: {
        ...(start !== undefined && isStarting(start) ? { POST: startCall(entity, start.name.identifier) } : {}),
        GET: readCall(entity, 'id', second),
        PATCH: updateCall(entity, second),
        DELETE: deleteCall(entity, second),
      },
    }
  }
  if (isKey(entity, second)) return { quiet: true, calls: { GET: readCall(entity, second, third) } }
  const calls: { [method: string]: Call } = {}
  if (third === 'history') calls['GET'] = historyCall(entity, second)
  if (third === 'restore') calls['POST'] = restoreCall(entity, second)
  else {
    const transition = transitionAt(entity, third)
    if (transition !== undefined) calls['POST'] = transitionCall(entity, second, transition.name.identifier)
  }
  return Object.keys(calls).length === 0 ? undefined : { calls }
}

function transitionAt(entity: Entity, path: string): Transition | undefined {
  return [...(entity.workflow?.transitions.values() ?? [])].find((transition) => transition.path === path)
}
