// Which resource stands at a path of the API, by the document in force: the system's own words, then the entities' paths.
import type { Entity } from '#shared/model/model.ts'
import type { RunningDocument } from '../document/current.ts'
import { authResource } from './auth-calls.ts'
import { entitiesByPath } from './entity-paths.ts'
import type { Call, Resource } from './exchange.ts'
import {
  createCall,
  deleteCall,
  historyCall,
  listCall,
  readCall,
  restoreCall,
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
    return {
      calls: {
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
    const transition = [...(entity.workflow?.transitions.values() ?? [])].find((each) => each.path === third)
    if (transition !== undefined) calls['POST'] = transitionCall(entity, second, transition.name.identifier)
  }
  return Object.keys(calls).length === 0 ? undefined : { calls }
}

/** Fields that name one record: `/api/tickets/number/HD-00001`. */
function isKey(entity: Entity, name: string): boolean {
  const field = entity.fields.get(name)
  return (
    field !== undefined &&
    !field.standard &&
    (field.limits.unique !== undefined || field.type.kind === 'sequence' || field.type.kind === 'slug')
  )
}
