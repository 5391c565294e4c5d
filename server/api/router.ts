// Routes a path of the API: the system's own routes first, then the entities of the document in force.
import type { RunningDocument } from '../document/current-document.ts'
import { PASSWORD_ROUTES } from './accounts/password-handlers.ts'
import { SECOND_FACTOR_ROUTES } from './accounts/second-factor-handlers.ts'
import { PASSKEY_ROUTES } from './accounts/passkey-handlers.ts'
import { REAUTHENTICATION_ROUTES } from './accounts/reauthentication-handlers.ts'
import { PROVIDER_ROUTES } from './accounts/provider-handlers.ts'
import { SIGN_IN_ROUTES } from './accounts/sign-in-handlers.ts'
import { SIGN_UP_ROUTES } from './accounts/sign-up-handlers.ts'
import { TOKEN_ROUTES } from './accounts/token-handlers.ts'
import { AUDIT_ROUTES } from './administration/audit-handlers.ts'
import { MAIL_ROUTES } from './administration/mail-handlers.ts'
import { TIMER_ROUTES } from './administration/timer-handlers.ts'
import { EXPLAIN_ROUTES } from './explain/explain-handlers.ts'
import { withDocumentCalls } from './calls/call-routes.ts'
import { matchCalls } from './calls/match-call.ts'
import { entitiesByPath } from './records/entity-paths.ts'
import type { ApiRoute } from './request/request-context.ts'
import { recordRoute, recordRoutePattern } from './records/record-routes.ts'
import type { RouteTable } from './route-table.ts'
import { patternIn, findRoute } from './route-table.ts'
import { SYSTEM_ROUTES } from './system-handlers.ts'
import { VIEW_ROUTES } from './views/view-handlers.ts'
import { BATCH_RESOURCES } from './batch/handle-batch.ts'
import { MCP_RESOURCES } from './mcp/handle-mcp.ts'
import { PEOPLE_ROUTES } from './administration/people-handlers.ts'
import { VIEW_AS_ROUTES } from './administration/view-as-handlers.ts'

/** All that stands at fixed paths. */
export const FIXED_ROUTES: RouteTable = {
  ...SIGN_IN_ROUTES,
  ...SIGN_UP_ROUTES,
  ...PASSWORD_ROUTES,
  ...SECOND_FACTOR_ROUTES,
  ...PASSKEY_ROUTES,
  ...REAUTHENTICATION_ROUTES,
  ...PROVIDER_ROUTES,
  ...TOKEN_ROUTES,
  ...AUDIT_ROUTES,
  ...VIEW_AS_ROUTES,
  ...PEOPLE_ROUTES,
  ...MAIL_ROUTES,
  ...TIMER_ROUTES,
  ...EXPLAIN_ROUTES,
  ...SYSTEM_ROUTES,
  ...VIEW_ROUTES,
  ...BATCH_RESOURCES,
  ...MCP_RESOURCES,
}

export function routeAt(running: RunningDocument, path: readonly string[]): ApiRoute | undefined {
  const [first = '', second, third, ...rest] = path
  const entity = entitiesByPath(running).get(first)
  const standard =
    entity === undefined
      ? findRoute(FIXED_ROUTES, path)
      : rest.length > 0
        ? undefined
        : recordRoute(running, entity, second, third)
  const isSystem = entity === undefined && standard !== undefined
  return withDocumentCalls(running, path, standard, standardPatternAt(running, path), isSystem)
}

/** The route of a path, without values; undefined where nothing stands. */
export function routePatternAt(running: RunningDocument, path: readonly string[]): string | undefined {
  const standard = standardPatternAt(running, path)
  if (running.model.calls.length === 0) return standard
  const [matched] = matchCalls(running, path, standard).values()
  return matched?.call.path ?? standard
}

function standardPatternAt(running: RunningDocument, path: readonly string[]): string | undefined {
  const [first = '', second, third, ...rest] = path
  const entity = entitiesByPath(running).get(first)
  const route =
    entity === undefined
      ? patternIn(FIXED_ROUTES, path)?.pattern
      : rest.length > 0
        ? undefined
        : `${first}${recordRoutePattern(entity, second, third)}`
  return route === undefined ? undefined : `/api/${route}`
}
