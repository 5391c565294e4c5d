// Opens SQLite connections with pragmas, limits and authorizer; the only file that knows node:sqlite.
import { backup, constants, DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { Connection } from './connection.ts'
import type { SqlValue } from '../executor.ts'
import { SCHEMA_FUNCTIONS } from '../schema/schema-functions.ts'
import { createConnection } from './sqlite-connection.ts'

export type SqlFunction = (...values: readonly unknown[]) => SqlValue

export interface OpenOptions {
  /**
   * `lock`: holds a file and nothing else; does not wait for another who holds it. `copy`: reads a file that nobody has
   * open and that has no log, and leaves no file beside it.
   */
  readonly role: 'writer' | 'reader' | 'lock' | 'copy'
  /** Functions that SQL may call, by name; all are deterministic and see only their arguments. */
  readonly functions?: { readonly [name: string]: SqlFunction }
  /** `NORMAL` exists only for the power-cut harness, which must catch it. */
  readonly synchronous?: 'FULL' | 'NORMAL'
  /** Pages of the log at which a commit itself carries them over, if nobody did before. */
  readonly checkpointPages?: number
  /** Kilobytes of the file's pages that are kept in memory. */
  readonly cache?: number
  /** Pages that the file may have; for the tests of a full disk. */
  readonly maxPages?: number
  /** Gets each page that is corrupt, in the engine's words. */
  readonly onDamage?: (detail: string) => void
}

/** 160 MB of log: more would be read anew at each start after a crash. */
const CHECKPOINT_PAGES = 40_000
/** Bytes of log that are kept for the next pages, as many as those: what has to grow anew takes twice as long to write. */
const LOG_KEPT = 168_000_000

/**
 * Kilobytes of the file's pages that a connection keeps, if it asks for no other number. Commands meet few pages twice,
 * and the system keeps them too.
 */
const READER_CACHE = 16_000
const WRITER_CACHE = 4_000

export function openSqlite(path: string, options: OpenOptions): Connection {
  const reader = options.role === 'reader' || options.role === 'copy'
  const database = new DatabaseSync(options.role === 'copy' ? unchanging(path) : path, {
    readOnly: reader,
    enableForeignKeyConstraints: true,
    allowExtension: false,
    timeout: options.role === 'lock' ? 0 : 5_000,
    limits: {
      length: 64_000_000,
      sqlLength: 1_000_000,
      column: 1_000,
      exprDepth: 1_000,
      compoundSelect: 200,
      attach: 0,
      likePatternLength: 1_000,
      variableNumber: 20_000,
      triggerDepth: 50,
    },
  })
  if (options.role === 'writer') {
    // A file that is there already stays as it was created: one without this uses its empty pages again.
    if (database.prepare('PRAGMA page_count').get()?.['page_count'] === 0)
      database.exec('PRAGMA auto_vacuum = INCREMENTAL')
    database.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${options.synchronous ?? 'FULL'}; PRAGMA journal_size_limit = ${LOG_KEPT}; PRAGMA wal_autocheckpoint = ${options.checkpointPages ?? CHECKPOINT_PAGES}`,
    )
  }
  if (options.role === 'lock') database.exec('PRAGMA journal_mode = MEMORY')
  database.exec(
    `PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${options.cache ?? (reader ? READER_CACHE : WRITER_CACHE)}`,
  )
  if (options.maxPages !== undefined) database.exec(`PRAGMA max_page_count = ${options.maxPages}`)
  defineFunctions(database, options.functions ?? {})
  const wall = { open: false }
  database.setAuthorizer((action, first, second, _, trigger) =>
    (first === 'audit' || first === 'audit_head' ? isAddition(action, first, trigger, wall.open) : true) &&
    isAllowed(action, first, second, reader, wall.open)
      ? constants.SQLITE_OK
      : constants.SQLITE_DENY,
  )
  return createConnection(database, wall, options.onDamage ?? (() => {}))
}

/** The first thing that is wrong with the file, table by table; undefined: nothing is. */
export function findDamage(path: string, functions: { readonly [name: string]: SqlFunction }): string | undefined {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  try {
    database.exec('PRAGMA cache_size = -2000')
    defineFunctions(database, functions)
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rootpage").all()
    for (const name of ['sqlite_schema', ...tables.map((table) => String(table['name']))]) {
      const found = database.prepare(`PRAGMA quick_check("${name.replaceAll('"', '""')}")`).get()?.['quick_check']
      if (found !== undefined && found !== 'ok') return String(found)
    }
    return undefined
  } finally {
    database.close()
  }
}

/** How many pages are copied before the process looks at its signals. */
const PAGES_AT_ONCE = 5_000

/**
 * Copies the last committed state while others write. The read transaction is what makes it end: without it the engine
 * begins anew whenever another process has written.
 */
export async function copyDatabase(path: string, to: string): Promise<void> {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
  try {
    database.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
    await backup(database, to, { rate: PAGES_AT_ONCE })
    database.exec('COMMIT')
  } finally {
    database.close()
  }
}

/**
 * Describes the damage of a copy in the engine's words, the first damage first. Undefined means that the engine finds
 * none.
 */
export function findCopyDamage(path: string, functions: { readonly [name: string]: SqlFunction }): string | undefined {
  try {
    const database = new DatabaseSync(unchanging(path), { readOnly: true })
    try {
      defineFunctions(database, functions)
      const [row] = database.prepare('PRAGMA integrity_check(1)').all()
      const found = String(row?.['integrity_check'])
      return found === 'ok' ? undefined : found
    } finally {
      database.close()
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * The engine trusts the schema, as node:sqlite can't say that a function is harmless; so no function may stand in it but
 * those of the indexes. What a file from elsewhere brings along can call no other.
 */
function defineFunctions(database: DatabaseSync, functions: { readonly [name: string]: SqlFunction }): void {
  database.exec('PRAGMA trusted_schema = ON')
  for (const [name, run] of Object.entries(functions)) {
    const directOnly = !Object.hasOwn(SCHEMA_FUNCTIONS, name)
    database.function(name, { deterministic: true, varargs: true, directOnly }, run)
  }
}

function unchanging(path: string): URL {
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  return url
}

/** A tokenizer of the engine's, over a table in memory that is made when it is first asked. */
export function openTokenizer(tokenizer: string): (text: string) => readonly string[] {
  let tokenize: ((text: string) => readonly string[]) | undefined
  return (text) => (tokenize ??= makeTokenizer(tokenizer))(text)
}

function makeTokenizer(tokenizer: string): (text: string) => readonly string[] {
  const database = new DatabaseSync(':memory:')
  database.exec(
    `CREATE VIRTUAL TABLE one USING fts5(text, tokenize="${tokenizer}"); CREATE VIRTUAL TABLE words USING fts5vocab(one, instance)`,
  )
  const write = database.prepare('REPLACE INTO one (rowid, text) VALUES (1, ?)')
  const read = database.prepare('SELECT term FROM words ORDER BY offset')
  return (text) => {
    write.run(text)
    return read.all().map(({ term }) => String(term))
  }
}

const READS = new Set<number>([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
])
const WRITES = new Set<number>([
  constants.SQLITE_INSERT,
  constants.SQLITE_UPDATE,
  constants.SQLITE_DELETE,
  constants.SQLITE_TRANSACTION,
  constants.SQLITE_SAVEPOINT,
])
const NEVER = new Set<number>([constants.SQLITE_ATTACH, constants.SQLITE_DETACH])
/** Full-text tables ask for the first by themselves; the second belongs to deleting for good. */
const PRAGMAS = new Set(['data_version', 'defer_foreign_keys'])
/**
 * Pragmas on the file: the program and the format that wrote it, a check that ALTER TABLE runs by itself, carrying
 * the log over, counting pages and giving them back, and how many are kept in memory.
 */
const FILE_PRAGMAS = new Set([
  'application_id',
  'user_version',
  'quick_check',
  'wal_checkpoint',
  'freelist_count',
  'page_count',
  'incremental_vacuum',
  'cache_size',
])
const DANGEROUS_FUNCTIONS = new Set(['load_extension', 'readfile', 'writefile', 'edit', 'fts3_tokenizer'])

/** The audit only grows, even while the schema is changed (dropping a table deletes from it first); its head follows by itself. */
function isAddition(
  action: number,
  table: 'audit' | 'audit_head',
  trigger: string | null,
  schemaChanges: boolean,
): boolean {
  if (action === constants.SQLITE_DELETE) return false
  if (action === constants.SQLITE_UPDATE) return table === 'audit_head' && trigger === 'audit_was_continued'
  return action !== constants.SQLITE_INSERT || table === 'audit' || schemaChanges
}

/** The second wall behind the queries that are made here: what a statement may do, whatever its text. */
function isAllowed(
  action: number,
  first: string | null,
  second: string | null,
  reader: boolean,
  schemaChanges: boolean,
): boolean {
  if (NEVER.has(action)) return false
  if (action === constants.SQLITE_PRAGMA)
    return PRAGMAS.has(first ?? '') || (schemaChanges && FILE_PRAGMAS.has(first ?? ''))
  if (action === constants.SQLITE_FUNCTION && DANGEROUS_FUNCTIONS.has((second ?? '').toLowerCase())) return false
  if (READS.has(action)) return true
  return !reader && (schemaChanges || WRITES.has(action))
}
