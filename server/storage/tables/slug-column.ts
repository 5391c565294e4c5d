// Finds slugs that no record has.
import type { Executor } from '../executor.ts'
import type { FieldPlace } from '../schema/catalogue.ts'

/** The wanted slug, or the first with a number behind it that is free: "printer-jam", "printer-jam-2". */
export async function findFreeSlug(
  executor: Executor,
  table: string,
  { name: column = '' }: Pick<FieldPlace, 'name'>,
  wanted: string,
): Promise<string> {
  // "." follows "-" in the order of bytes: the range holds all that start with "wanted-".
  const sql = `SELECT ${column} FROM ${table} WHERE trashed_at IS NULL AND ${column} = ? UNION ALL SELECT ${column} FROM ${table} WHERE trashed_at IS NULL AND ${column} >= ? AND ${column} < ?`
  const taken = new Set((await executor.all(sql, [wanted, `${wanted}-`, `${wanted}.`])).map(([slug]) => slug))
  if (!taken.has(wanted)) return wanted
  let number = 2
  while (taken.has(`${wanted}-${number}`)) number += 1
  return `${wanted}-${number}`
}
