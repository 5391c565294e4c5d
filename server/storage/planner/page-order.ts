// Builds the order of a list, and the branches that continue it after a cursor.
//
// A page after a cursor is read in branches, from the nearest to the farthest, each of them one range of an index:
//   sort a, b, then id; after (1, 2, x):   a = 1, b = 2, id > x   then   a = 1, b > 2   then   a > 1
import { sql } from '../sql.ts'
import type { SqlValue } from '../sqlite/connection.ts'
import { sqlParameter } from '../sql-parameter.ts'
import type { RunValues, Sql } from './plan-context.ts'
import type { KeySql } from './record-sql.ts'
import { CursorInvalid } from '../storage-error.ts'

export interface PageOrder {
  readonly from: Sql
  /** The cursor's values, as columns. */
  readonly columns: Sql
  /** Of the first page, or of a branch: what a branch holds fixed needs no order, and would keep the engine from its index. */
  orderBy(branch: number): Sql
  /** Conditions of the branches, from the nearest to the farthest; those that can't hold anything are left out. */
  branchesAfter(cursor: readonly unknown[]): readonly number[]
  branch(position: number): Sql
  cursorValues(cursor: readonly unknown[]): RunValues
}

export function orderByKeys(keys: readonly KeySql[], table: string, row: string): PageOrder {
  const read = (cursor: readonly unknown[]): readonly SqlValue[] => {
    const isFit =
      cursor.length === keys.length &&
      cursor.every((value, position) => isKeyValue(value, keys[position]?.isFlag === true))
    if (!isFit) throw new CursorInvalid('The cursor does not belong to this list.')
    return cursor as readonly SqlValue[]
  }
  return {
    from: sql.raw(`${table} AS ${row}`),
    columns: sql.join(keys.map((key) => key.sql)),
    orderBy: (branch) => sql.join(keys.slice(branch).map((key) => (key.descending ? sql`${key.sql} DESC` : key.sql))),
    branchesAfter(cursor) {
      // Nothing lies beyond an empty value, and nothing beyond the flag that says so.
      const isLast = (value: SqlValue, position: number) =>
        value === null || (value === 1 && keys[position]?.isFlag === true)
      return read(cursor)
        .flatMap((value, position) => (isLast(value, position) ? [] : [position]))
        .toReversed()
    },
    branch(position) {
      const same = keys.slice(0, position).map((key, at) => sql`${key.sql} IS ${sqlParameter(`after.${at}`)}`)
      const key = keys[position]
      const beyond = key
        ? [sql`${key.sql} ${sql.raw(key.descending ? '<' : '>')} ${sqlParameter(`after.${position}`)}`]
        : []
      return sql.join([...same, ...beyond], sql.raw(' AND '))
    },
    cursorValues: (cursor) => Object.fromEntries(read(cursor).map((value, position) => [`after.${position}`, value])),
  }
}

/**
 * Newest first is how the full-text index lies; `number`: the column of the row's number.
 * The cursor holds only the id: row numbers would reveal how many records there are.
 */
export function orderNewestFirst(from: Sql, number: string, table: string, row: string): PageOrder {
  const idOf = (cursor: readonly unknown[]): string => {
    const [id] = cursor
    if (cursor.length !== 1 || typeof id !== 'string')
      throw new CursorInvalid('The cursor does not belong to this list.')
    return id
  }
  const id = sqlParameter('after.0')
  return {
    from,
    columns: sql.raw(`${row}.id`),
    orderBy: () => sql.raw(`${number} DESC`),
    branchesAfter: () => [0],
    branch: () =>
      sql`${sql.raw(number)} < coalesce((SELECT row FROM ${sql.raw(table)} WHERE id = ${id}), (SELECT row + 1 FROM ${sql.raw(table)} WHERE id < ${id} ORDER BY id DESC LIMIT 1), 0)`,
    cursorValues: (cursor) => ({ 'after.0': idOf(cursor) }),
  }
}

function isKeyValue(value: unknown, isFlag: boolean): boolean {
  if (isFlag) return value === 0 || value === 1
  return value === null || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
}
