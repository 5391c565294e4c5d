// Joins many texts of SQL into one.
import { sql } from './sql.ts'
import type { Sql } from './sql.ts'

/** Texts as one; functions take a limited number of arguments. */
export function concatSql(parts: readonly Sql[]): Sql {
  const most = 100
  if (parts.length <= most) return sql`concat(${sql.join(parts)})`
  const groups: Sql[] = []
  for (let start = 0; start < parts.length; start += most) groups.push(concatSql(parts.slice(start, start + most)))
  return concatSql(groups)
}
