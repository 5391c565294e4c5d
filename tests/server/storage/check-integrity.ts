// Checks a whole file by the engine, its indexes too, beside the product's own check.
import type { DatabaseSync } from 'node:sqlite'
import { COLLATION_FUNCTION } from '../../../server/storage/collation-sql.ts'
import { FUNCTIONS } from '../../../server/storage/sqlite/sql-functions.ts'

/** "ok", or the first thing that is wrong. */
export function checkIntegrity(database: DatabaseSync): string {
  const key = FUNCTIONS[COLLATION_FUNCTION] ?? (() => null)
  database.function(COLLATION_FUNCTION, { deterministic: true, varargs: true }, key)
  return String(database.prepare('PRAGMA integrity_check').get()?.['integrity_check'])
}
