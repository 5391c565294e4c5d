// Looks into a database as a process left it: is everything there that was acknowledged, and nothing by halves?
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { checkIntegrity } from './check-integrity.ts'

export interface Findings {
  /** Acknowledged, and not there. */
  readonly lost: readonly string[]
  /** There without their history, inbox entry, timer or webhook, or the other way round. */
  readonly halves: readonly string[]
  /** `ok`, or what is wrong with the file. */
  readonly integrity: string
}

/** Opens the database, which replays its log as every start does, and leaves it there. */
export function lookInto(directory: string, acknowledged: readonly string[]): Findings {
  const database = new DatabaseSync(join(directory, 'verbatim.db'), { readOnly: true })
  try {
    const table = database
      .prepare("SELECT 't' || number AS name FROM catalogue_entity WHERE name = 'Ticket' AND present = 1")
      .get()?.['name']
    const idsOf = (sql: string) =>
      new Set(
        database
          .prepare(sql)
          .all()
          .map((row) => String(row['id'])),
      )
    const rows = idsOf(`SELECT id FROM ${String(table)}`)
    const history = idsOf('SELECT record AS id FROM history')
    const inbox = idsOf('SELECT record AS id FROM inbox')
    const timers = idsOf("SELECT record AS id FROM job WHERE kind = 'timer'")
    const webhooks = idsOf("SELECT record AS id FROM job WHERE kind = 'webhook'")
    const parts = [rows, history, inbox, timers, webhooks]
    const all = new Set(parts.flatMap((part) => [...part]))
    return {
      lost: acknowledged.filter((id) => !rows.has(id)),
      halves: [...all].filter((id) => !parts.every((part) => part.has(id))),
      integrity: checkIntegrity(database),
    }
  } finally {
    database.close()
  }
}
