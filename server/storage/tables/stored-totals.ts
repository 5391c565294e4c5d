// Notes a total for each person that is never less than what they store: no command adds up records.
import type { Model } from '#shared/model/model.ts'
import type { CommandExecutor, Executor } from '../executor.ts'
import type { Places } from '../schema/catalogue.ts'
import { BYTES_OF_ALL_FILES, bytesByPerson, type WeighedColumns, weighedColumns } from '../stored-bytes.ts'
import type { SystemTable } from '../system-row.ts'
import { forgetAbout, readAbout, writeAbout } from './about-table.ts'

const KIND: SystemTable = 'stored'

const PUT =
  'INSERT INTO system_row (kind, key, person, expires_at, value, number) VALUES (?, ?, NULL, NULL, ?, 0) ON CONFLICT (kind, key) DO UPDATE SET value ='

const SUM = 'CAST(CAST(system_row.value AS bigint) + CAST(excluded.value AS bigint) AS text)'

export async function raiseTotal(executor: CommandExecutor, person: string, bytes: number): Promise<number> {
  const sql = `${PUT} ${SUM} RETURNING value`
  return Number((await executor.get(sql, [KIND, person, String(Math.ceil(bytes))]))?.[0])
}

export async function putTotal(executor: CommandExecutor, person: string, bytes: number): Promise<void> {
  await executor.post(`${PUT} excluded.value`, [KIND, person, String(Math.ceil(bytes))])
}

/** Columns to which a migration has given values. */
export interface WrittenColumns {
  /** Says whether a column was there before, or was filled in for the records that are there. */
  readonly mayHoldValues: (column: string) => boolean
  /** Columns that were worked out anew. */
  readonly filled: ReadonlySet<string>
}

/**
 * Adds to the totals, when a document is put in force, what they do not have yet: all records, the first time that a document
 * bounds what a person stores, and later the values of columns that were not weighed before, or that were filled in. What goes
 * with a column stays in them, as does what is deleted, until a person's bytes are counted.
 */
export async function keepTotals(
  executor: Executor,
  model: Model,
  places: Places,
  { mayHoldValues, filled }: WrittenColumns,
): Promise<void> {
  const noted = await readAbout(executor, 'weighed')
  if (model.settings.storagePerPerson === undefined) {
    if (noted === undefined) return
    await executor.run('DELETE FROM system_row WHERE kind = ?', [KIND])
    await forgetAbout(executor, 'weighed')
    return
  }
  const columns = weighedColumns(model, places)
  const now = JSON.stringify(columns)
  if (noted === now && filled.size === 0) return
  const before = noted === undefined ? undefined : (JSON.parse(noted) as WeighedColumns)
  const queries = before === undefined ? [BYTES_OF_ALL_FILES] : []
  for (const [name, table] of places) {
    const entity = model.entities.get(name)
    const weighed = columns[table.table]
    if (entity === undefined || weighed === undefined) continue
    const known = before?.[table.table]
    const added = weighed.filter(
      (column) =>
        filled.has(column) || (known?.includes(column) !== true && (before === undefined || mayHoldValues(column))),
    )
    const query = bytesByPerson(entity, table, added, known === undefined)
    if (query !== undefined) queries.push(query)
  }
  if (queries.length > 0) {
    const sums = `SELECT ?, person, NULL, NULL, CAST(CAST(sum(bytes) AS bigint) AS text), 0 FROM (${queries.join(' UNION ALL ')}) AS parts WHERE person <> '' GROUP BY person`
    await executor.run(
      `INSERT INTO system_row (kind, key, person, expires_at, value, number) ${sums} ON CONFLICT (kind, key) DO UPDATE SET value = ${SUM}`,
      [KIND],
    )
  }
  await writeAbout(executor, 'weighed', now)
}
