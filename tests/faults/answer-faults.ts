// Faults at the edges: what answers carry and tell, and what stands between a text and the engine.
import type { Fault } from './fault.ts'

export const ANSWER_FAULTS: readonly Fault[] = [
  {
    name: 'a failure tells what went wrong inside',
    class: 'V04',
    file: 'server/api/handle-request.ts',
    find: "createProblem(makeRefusal('internal'), {}",
    replace: "createProblem({ ...makeRefusal('internal'), template: [String(error)] }, {}",
    tests: ['tests/security/failures.test.ts'],
  },
  {
    name: 'answers of the API are kept by caches on the way',
    class: 'B08',
    file: 'server/web/csp-headers.ts',
    find: "  API_POLICY,\n  'Cache-Control',\n  'private, no-store',",
    replace: "  API_POLICY,\n  'Cache-Control',\n  'no-cache',",
    tests: ['tests/server/api/browser-protection.test.ts'],
  },
  {
    name: 'a page may be framed by another site',
    class: 'B01',
    file: 'server/web/csp-headers.ts',
    find: "base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,",
    replace: "base-uri 'none'; form-action 'self'`,",
    tests: ['tests/security/headers.test.ts'],
  },
  {
    name: 'signing out leaves what the browser keeps',
    class: 'B10',
    file: 'server/api/accounts/sign-in-routes.ts',
    find: '"storage"',
    replace: '"cache"',
    tests: ['tests/server/api/browser-protection.test.ts'],
  },
  {
    name: 'the engine lets a reading statement write',
    class: 'I02',
    file: 'server/storage/sqlite/open-sqlite.ts',
    find: 'return !reader && (schemaChanges || WRITES.has(action))',
    replace: 'return schemaChanges || WRITES.has(action)',
    tests: ['tests/server/storage/authorizer.test.ts'],
  },
  {
    name: 'the session stays the same when it comes to be good for more',
    class: 'A07',
    file: 'server/auth/sessions/sessions.ts',
    find: "await transaction.deleteSystem('session', key)\n  await transaction.putSystem('session', { ...row, key: next.key,",
    replace: "await transaction.putSystem('session', { ...row, key: next.key,",
    tests: ['tests/server/auth/second-factor.test.ts'],
  },
]
