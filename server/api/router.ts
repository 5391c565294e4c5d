// Which resource stands at a path of the API, by the document in force: the system's own words, then the entities' paths.
import type { RunningDocument } from '../document/current.ts'
import { PASSWORD_RESOURCES } from './accounts/password-calls.ts'
import { SECOND_FACTOR_RESOURCES } from './accounts/second-factor-calls.ts'
import { PASSKEY_RESOURCES } from './accounts/passkey-calls.ts'
import { PROOF_RESOURCES } from './accounts/proof-calls.ts'
import { PROVIDER_RESOURCES } from './accounts/provider-calls.ts'
import { SIGN_IN_RESOURCES } from './accounts/sign-in-calls.ts'
import { SIGN_UP_RESOURCES } from './accounts/sign-up-calls.ts'
import { TOKEN_RESOURCES } from './accounts/token-calls.ts'
import { AUDIT_RESOURCES } from './administration/audit-calls.ts'
import { LETTER_RESOURCES } from './administration/letter-calls.ts'
import { EXPLAIN_RESOURCES } from './explain/explain-calls.ts'
import { entitiesByPath } from './entity-paths.ts'
import type { Resource } from './exchange.ts'
import { RECORD_CALLS, recordResource, recordRoute } from './record-resources.ts'
import type { Resources } from './resources.ts'
import { patternIn, resourceIn } from './resources.ts'
import { SYSTEM_RESOURCES } from './system-calls.ts'
import { BATCH_RESOURCES } from './batch/handle-batch.ts'
import { MCP_RESOURCES } from './mcp/handle-mcp.ts'
import { PEOPLE_RESOURCES } from './administration/people-calls.ts'
import { VIEW_AS_RESOURCES } from './administration/view-as-calls.ts'

/** All that stands at fixed paths. */
const FIXED_RESOURCES: Resources = {
  ...SIGN_IN_RESOURCES,
  ...SIGN_UP_RESOURCES,
  ...PASSWORD_RESOURCES,
  ...SECOND_FACTOR_RESOURCES,
  ...PASSKEY_RESOURCES,
  ...PROOF_RESOURCES,
  ...PROVIDER_RESOURCES,
  ...TOKEN_RESOURCES,
  ...AUDIT_RESOURCES,
  ...VIEW_AS_RESOURCES,
  ...PEOPLE_RESOURCES,
  ...LETTER_RESOURCES,
  ...EXPLAIN_RESOURCES,
  ...SYSTEM_RESOURCES,
  ...BATCH_RESOURCES,
  ...MCP_RESOURCES,
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

/** The route of a path, without values; undefined where nothing stands. */
export function routeAt(running: RunningDocument, path: readonly string[]): string | undefined {
  const [first = '', second, third, ...rest] = path
  const entity = entitiesByPath(running).get(first)
  const route =
    entity === undefined
      ? patternIn(FIXED_RESOURCES, path)?.pattern
      : rest.length > 0
        ? undefined
        : `${first}${recordRoute(entity, second, third)}`
  return route === undefined ? undefined : `/api/${route}`
}
