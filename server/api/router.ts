// Lists the routes of the API, and matches a path to them.
import type { RunningDocument } from '../document/current-document.ts'
import { PASSKEY_ROUTES } from './accounts/passkey-routes.ts'
import { PASSWORD_ROUTES } from './accounts/password-routes.ts'
import { PROVIDER_ROUTES } from './accounts/provider-routes.ts'
import { REAUTHENTICATION_ROUTES } from './accounts/reauthentication-routes.ts'
import { SECOND_FACTOR_ROUTES } from './accounts/second-factor-routes.ts'
import { MAIL_CHOICE_ROUTES } from './accounts/mail-choice-routes.ts'
import { SIGN_IN_ROUTES } from './accounts/sign-in-routes.ts'
import { SIGN_UP_ROUTES } from './accounts/sign-up-routes.ts'
import { CALENDAR_ROUTES } from './accounts/calendar-routes.ts'
import { TOKEN_ROUTES } from './accounts/token-routes.ts'
import { AUDIT_ROUTES } from './administration/audit-routes.ts'
import { DOCUMENT_ROUTES } from './administration/document-routes.ts'
import { DRAFT_ROUTES } from './administration/draft-routes.ts'
import { SCHEDULED_ROUTES } from './administration/scheduled-routes.ts'
import { DELIVERY_ROUTES } from './administration/delivery-routes.ts'
import { MAIL_ROUTES } from './administration/mail-routes.ts'
import { PEOPLE_ROUTES } from './administration/people-routes.ts'
import { TIMER_ROUTES } from './administration/timer-routes.ts'
import { TRIAL_ROUTES } from './administration/trial-routes.ts'
import { VERIFICATION_ROUTES } from './administration/verification-routes.ts'
import { VIEW_AS_ROUTES } from './administration/view-as-routes.ts'
import { BATCH_ROUTES } from './batch/handle-batch.ts'
import { CHANGE_ROUTES } from './change-routes.ts'
import { matchWithCalls, standardMatch } from './calls/call-routes.ts'
import { EXPLAIN_ROUTES } from './explain/explain-routes.ts'
import { MCP_ROUTES } from './mcp/handle-mcp.ts'
import { FILE_ROUTES } from './files/file-routes.ts'
import { entitiesByPath } from './records/entity-paths.ts'
import { recordPathTree } from './records/record-routes.ts'
import type { PathMatch, RouteMatch } from './routes/path-tree.ts'
import { buildPathTree, matchPath } from './routes/path-tree.ts'
import type { ApiRoute } from './routes/route.ts'
import { SYSTEM_ROUTES } from './system-routes.ts'
import { IMPORT_ROUTES } from './records/import/import-routes.ts'
import { VIEW_ROUTES } from './view-routes.ts'
import { MENTION_ROUTES } from './notices/mention-routes.ts'
import { WATCH_ROUTES } from './notices/watch-routes.ts'

/** All that stands at fixed paths, whatever the document says. */
export const FIXED_ROUTES: readonly ApiRoute[] = [
  ...SIGN_IN_ROUTES,
  ...SIGN_UP_ROUTES,
  ...PASSWORD_ROUTES,
  ...SECOND_FACTOR_ROUTES,
  ...PASSKEY_ROUTES,
  ...REAUTHENTICATION_ROUTES,
  ...PROVIDER_ROUTES,
  ...TOKEN_ROUTES,
  ...CALENDAR_ROUTES,
  ...AUDIT_ROUTES,
  ...VIEW_AS_ROUTES,
  ...PEOPLE_ROUTES,
  ...MAIL_ROUTES,
  ...MAIL_CHOICE_ROUTES,
  ...TIMER_ROUTES,
  ...DOCUMENT_ROUTES,
  ...DRAFT_ROUTES,
  ...TRIAL_ROUTES,
  ...VERIFICATION_ROUTES,
  ...SCHEDULED_ROUTES,
  ...DELIVERY_ROUTES,
  ...EXPLAIN_ROUTES,
  ...SYSTEM_ROUTES,
  ...IMPORT_ROUTES,
  ...VIEW_ROUTES,
  ...WATCH_ROUTES,
  ...MENTION_ROUTES,
  ...CHANGE_ROUTES,
  ...FILE_ROUTES,
  ...BATCH_ROUTES,
  ...MCP_ROUTES,
]

const FIXED_PATHS = buildPathTree(FIXED_ROUTES)

/**
 * Finds the route at a path (the segments after `/api`). A call of the document never replaces a path of the system.
 */
export function matchRoute(running: RunningDocument, path: readonly string[], method: string): RouteMatch | undefined {
  const entity = entitiesByPath(running).get(path[0] ?? '')
  const standard = entity === undefined ? matchFixed(path) : matchPath(recordPathTree(running, entity), path)
  const isSystem = entity === undefined && standard !== undefined
  if (running.model.calls.length > 0 && !isSystem) return matchWithCalls(running, path, method, standard)
  return standard && standardMatch(standard, method)
}

/** A segment with a slash in it (`%2F`) is no two segments. */
function matchFixed(path: readonly string[]): PathMatch | undefined {
  return path.some((segment) => segment.includes('/')) ? undefined : matchPath(FIXED_PATHS, path)
}
