// Builds the order of a list, and the branches that continue it after a cursor.
//
// A page after a cursor is read in branches, from the nearest to the farthest, each of them one range of an index:
//   sort a, b, then id; after (1, 2, x):   a = 1, b = 2, id > x   then   a = 1, b > 2   then   a > 1
import { sql } from '../sql.ts'
import type { SqlValue } from '../executor.ts'
import type { Dialect } from '../expressions/dialect.ts'
import { sqlParameter } from '../sql-parameter.ts'
import type { RunValues, Sql } from './plan-context.ts'
import type { KeySql } from './record-sql.ts'
import { CursorInvalid } from '../storage-error.ts'

export interface PageOrder {
  readonly from: Sql
  /** The cursor's values, as columns. */
  readonly columns: Sql
  /** Branches of the first page, from the nearest to the farthest. */
  readonly first: readonly PageBranch[]
  /** Those that can't hold anything are left out. */
  branchesAfter(cursor: readonly unknown[]): readonly PageBranch[]
  cursorValues(cursor: readonly unknown[]): RunValues
}

export interface PageBranch {
  readonly name: string
  /** Undefined: it holds all. */
  readonly where: Sql | undefined
  /**
   * Order within the branch. Values that the branch holds fixed are left out, as they need no order and would keep
   * the engine from its index.
   */
  readonly order: readonly OrderKey[]
}

export type OrderKey = Pick<KeySql, 'sql' | 'descending'>

export function printPageOrder(keys: readonly OrderKey[]): Sql {
  return sql.join(keys.map((key) => (key.descending ? sql`${key.sql} DESC` : key.sql)))
}

/** `isIndexed`: by an index, in this direction or the other; then what is empty is a branch of its own, as it comes last in both. */
export function orderByKeys(
  dialect: Dialect,
  keys: readonly KeySql[],
  table: string,
  row: string,
  isIndexed = false,
): PageOrder {
  const read = (cursor: readonly unknown[]): readonly SqlValue[] => {
    const isFit =
      cursor.length === keys.length &&
      cursor.every((value, position) => isKeyValue(value, keys[position]?.isFlag === true))
    if (!isFit) throw new CursorInvalid('The cursor does not belong to this list.')
    return cursor as readonly SqlValue[]
  }
  const beyond = (position: number): Sql => {
    const same = keys.slice(0, position).map((key, at) => dialect.sameKey(key.sql, sql`${sqlParameter(`after.${at}`)}`))
    const key = keys[position]
    const next = key
      ? [sql`${key.sql} ${sql.raw(key.descending ? '<' : '>')} ${sqlParameter(`after.${position}`)}`]
      : []
    return sql.join([...same, ...next], sql.raw(' AND '))
  }
  return {
    from: sql.raw(`${table} AS ${row}`),
    columns: sql.join(keys.map((key) => key.sql)),
    first:
      isIndexed && keys[0]?.isFlag === true
        ? [0, 1].map((flag) => ({
            name: flag === 0 ? 'filled' : 'empty',
            where: dialect.sameKey(keys[0]?.sql ?? dialect.truth(false), dialect.truth(flag === 1)),
            order: keys.slice(1),
          }))
        : [{ name: 'first', where: undefined, order: keys }],
    branchesAfter(cursor) {
      // Nothing lies beyond an empty value, and nothing beyond the flag that says so.
      const isLast = (value: SqlValue, position: number) =>
        value === null || (value === 1 && keys[position]?.isFlag === true)
      return read(cursor)
        .flatMap((value, position) => (isLast(value, position) ? [] : [position]))
        .toReversed()
        .map((position) => ({ name: String(position), where: beyond(position), order: keys.slice(position) }))
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
  const order = [{ sql: sql.raw(number), descending: true }]
  const beyond = sql`${sql.raw(number)} < coalesce((SELECT row FROM ${sql.raw(table)} WHERE id = ${id}), (SELECT row + 1 FROM ${sql.raw(table)} WHERE id < ${id} ORDER BY id DESC LIMIT 1), 0)`
  return {
    from,
    columns: sql.raw(`${row}.id`),
    first: [{ name: 'first', where: undefined, order }],
    branchesAfter: () => [{ name: 'after', where: beyond, order }],
    cursorValues: (cursor) => ({ 'after.0': idOf(cursor) }),
  }
}

function isKeyValue(value: unknown, isFlag: boolean): boolean {
  if (isFlag) return value === 0 || value === 1
  return value === null || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
}
