// Checks a whole file by the engine, its indexes too, beside the product's own check.
import type { DatabaseSync } from 'node:sqlite'
import { SCHEMA_FUNCTIONS } from '../../../server/storage/schema/schema-functions.ts'

/** "ok", or the first thing that is wrong. */
export function checkIntegrity(database: DatabaseSync): string {
  for (const [name, run] of Object.entries(SCHEMA_FUNCTIONS))
    database.function(name, { deterministic: true, varargs: true }, run)
  return String(database.prepare('PRAGMA integrity_check').get()?.['integrity_check'])
}
