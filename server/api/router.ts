// Which resource stands at a path of the API, by the document in force: the system's own words, then the entities' paths.
import type { Entity, Transition } from '#shared/model/model.ts'
import type { RunningDocument } from '../document/current.ts'
import { isStarting } from '../records/transition-record.ts'
import { PASSWORD_RESOURCES } from './accounts/password-calls.ts'
import { SECOND_FACTOR_RESOURCES } from './accounts/second-factor-calls.ts'
import { PASSKEY_RESOURCES } from './accounts/passkey-calls.ts'
import { PROVIDER_RESOURCES } from './accounts/provider-calls.ts'
import { SIGN_IN_RESOURCES } from './accounts/sign-in-calls.ts'
import { TOKEN_RESOURCES } from './accounts/token-calls.ts'
import { AUDIT_RESOURCES } from './audit-calls.ts'
import { entitiesByPath, isKey } from './entity-paths.ts'
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
import type { Resources } from './resources.ts'
import { resourceIn } from './resources.ts'
import { SYSTEM_RESOURCES } from './system-calls.ts'
import { VIEW_AS_RESOURCES } from './view-as-calls.ts'

/** All that can be done with records, by the shape of the path below the entity's: nothing else of them is reached. */
const RECORD_CALLS = {
  '': { GET: listCall, POST: createCall },
  '/summary': { GET: summaryCall },
  '/:transition': { POST: startCall },
  '/:id': { GET: readCall, PATCH: updateCall, DELETE: deleteCall },
  '/:key/:value': { GET: readCall },
  '/:id/history': { GET: historyCall },
  '/:id/restore': { POST: restoreCall },
  '/:id/:transition': { POST: transitionCall },
} as const

/** All that stands at fixed paths. */
const FIXED_RESOURCES: Resources = {
  ...SIGN_IN_RESOURCES,
  ...PASSWORD_RESOURCES,
  ...SECOND_FACTOR_RESOURCES,
  ...PASSKEY_RESOURCES,
  ...PROVIDER_RESOURCES,
  ...TOKEN_RESOURCES,
  ...AUDIT_RESOURCES,
  ...VIEW_AS_RESOURCES,
  ...SYSTEM_RESOURCES,
}

/** Every call that the API has, as `GET /:entity/:id`: the proof of the policy asks each of them. */
export function listSurfaces(): readonly string[] {
  const surfaces = (at: string, calls: object): string[] => Object.keys(calls).map((method) => `${method} ${at}`)
  return [
    ...Object.entries(RECORD_CALLS).flatMap(([path, calls]) => surfaces(`/:entity${path}`, calls)),
    ...Object.entries(FIXED_RESOURCES).flatMap(([path, resource]) =>
      surfaces(`/${path}`, (typeof resource === 'function' ? resource('') : resource).calls),
    ),
  ]
}

export function resourceAt(running: RunningDocument, path: readonly string[]): Resource | undefined {
  const [first = '', second, third, ...rest] = path
  const entity = entitiesByPath(running).get(first)
  if (entity === undefined) return resourceIn(FIXED_RESOURCES, path)
  return rest.length > 0 ? undefined : recordResource(running, entity, second, third)
}

function recordResource(
  running: RunningDocument,
  entity: Entity,
  second: string | undefined,
  third: string | undefined,
): Resource | undefined {
  if (second === undefined) {
    const { GET, POST } = RECORD_CALLS['']
    return running.compiled('list resource', entity.name.identifier, () => ({
      calls: { GET: GET(entity), POST: POST(entity) },
    }))
  }
  if (third === undefined) {
    if (second === 'summary') return { calls: { GET: RECORD_CALLS['/summary'].GET(entity) } }
    const start = transitionAt(entity, second)
    const { GET, PATCH, DELETE } = RECORD_CALLS['/:id']
    return {
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
    return { quiet: true, calls: { GET: RECORD_CALLS['/:key/:value'].GET(entity, second, third) } }
  if (third === 'history') return { calls: { GET: RECORD_CALLS['/:id/history'].GET(entity, second) } }
  if (third === 'restore') return { calls: { POST: RECORD_CALLS['/:id/restore'].POST(entity, second) } }
  const transition = transitionAt(entity, third)
  if (transition === undefined) return undefined
  return { calls: { POST: RECORD_CALLS['/:id/:transition'].POST(entity, second, transition.name.identifier) } }
}

function transitionAt(entity: Entity, path: string): Transition | undefined {
  return [...(entity.workflow?.transitions.values() ?? [])].find((transition) => transition.path === path)
}
