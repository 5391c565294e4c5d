// Lists the test files that run on PostgreSQL: those that start an application, but for those that are named with the reason.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')

const FOLDERS =
  'tests/{equality,policy,races,security,shared,server/{api,audit,auth,document,jobs,records,web}}/**/*.test.ts'
/** Files of other folders that take little. */
const OF_OTHERS = 'tests/{documents/{own-calls,seed,todo-backend},client/data/filters/list-filter}.test.ts'
const OF_STORAGE =
  'tests/server/storage/{group-turns,postgres-*,records,migration/{changed-document,migration,random-migrations,refused-document}}.test.ts'
const OF_SERVER = 'tests/server/{constants-of-point-9,express,serve-postgres,plan/preview-dues}.test.ts'
/** Files that take long, and meet the database by calls that the others make: `npm run test:postgres-all`. */
const OF_LONG_RUN = 'tests/{client,contract,documents,help,oracle,server/{plan,try,verify}}/**/*.test.{ts,tsx}'

/** Files that are about SQLite, or about what is made of a data directory. */
const OF_SQLITE: { readonly [file: string]: string } = {
  'tests/security/costly-filters.test.ts': 'measures filters by the time of its threads',
  'tests/security/identifiers.test.ts': 'listens to its statements',
  'tests/server/api/files/begun-uploads.test.ts': 'opens its file',
  'tests/server/api/lists/cheap-filters.test.ts': 'measures filters by the time of its threads',
  'tests/server/api/lists/dear-rules.test.ts': 'measures rules by the time of its threads',
  'tests/server/auth/sealed-seeds.test.ts': 'reads its file',
  'tests/server/auth/secrets.test.ts': 'reads its file',
  'tests/server/document/deletions.test.ts': 'restores backups of a data directory',
  'tests/server/document/scheduled-publication.test.ts': 'deletes after a backup of a data directory',
  'tests/server/jobs/outbox.test.ts': 'reads its file',
}

/** The largest imports, undos and plans. */
const LONG = ['tests/server/api/imports/background.test.ts', 'tests/server/document/hostile-drafts.test.ts']

export const POSTGRES_FILES = filesOf(FOLDERS, OF_OTHERS, OF_STORAGE, OF_SERVER).filter((file) => !LONG.includes(file))
export const ALL_POSTGRES_FILES = [...new Set([...POSTGRES_FILES, ...filesOf(OF_LONG_RUN), ...LONG])]

function filesOf(...patterns: readonly string[]): readonly string[] {
  return globSync([...patterns], { cwd: ROOT }).filter((file) => !(file in OF_SQLITE) && startsApplication(file))
}

function startsApplication(file: string): boolean {
  return /\/(?:apps|postgres)\/[a-z-]+\.ts'|\/(?:changed-things|policy-app|shipped|shipped-api)\.ts'/.test(
    readFileSync(join(ROOT, file), 'utf8'),
  )
}
