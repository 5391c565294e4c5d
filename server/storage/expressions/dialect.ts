// Declares what database engines express differently in printed expressions.
import type { ShownForm } from '#shared/expressions/functions/shown-value.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { Type } from '#shared/expressions/type.ts'
import type { SqlParameter } from '../sql-parameter.ts'
import type { Sql } from '../sql.ts'

export type { Sql }

/** How a stored value is shown. */
export interface StoredForm {
  readonly as: ShownForm
  readonly type: Type
}

/** A list taken apart: its elements as rows. */
export interface Elements {
  readonly from: Sql
  /** Ascends in the order of the list. */
  readonly key: Sql
  readonly value: Sql
}

/**
 * Functions named `v_…` have one name and one meaning in every engine: SQLite runs the evaluator's own code (`sqlite/expression-functions.ts`),
 * PostgreSQL has them as functions of the database (`postgres/functions/`).
 */
export interface Dialect {
  /** A value that stands in the statement, in its stored form; truth is 1 or 0. */
  literal(stored: string | number | null, type: Type): Sql
  /** A value that is bound when the statement runs. */
  bound(parameter: SqlParameter, type: Type): Sql
  /** True or false as a value to compare with. */
  truth(value: boolean): Sql
  /** Equal, empty being a value. */
  same(wanted: boolean, left: Sql, right: Sql, type: Type): Sql
  /** Equal, as it stands in a condition: an index serves it, and it may be nothing where it is not so. `isOneThere`: one side is never empty. */
  equal(left: Sql, right: Sql, type: Type, isOneThere: boolean): Sql
  /** Is the sort key the cursor's, which may be empty? An index in the order of the keys serves it. */
  sameKey(key: Sql, value: Sql): Sql
  /** A condition that holds for each row of a table of ours, or each element of a list by its `key`, as long as there is time for the statement. */
  whileThereIsTime(row: string, number?: 'row' | 'key'): Sql
  /** The value as it is compared: texts by code points. */
  ordered(value: Sql, type: Type): Sql
  /** How an engine without numbers of any size goes about them; undefined: it has them. */
  readonly largeNumbers?: LargeNumbers
  /** Key by which texts are sorted before they are compared by character: `collationKey`. */
  collated(value: Sql): Sql
  /** A query inside of another that is worked out once, however often its columns are looked at. */
  once(query: Sql): Sql
  /** A whole number as one of the engine's, or as the nearest that is beyond what a number holds exactly. */
  bounded(value: Sql): Sql
  /** The larger of two. */
  larger(left: Sql, right: Sql): Sql
  /** The least or the greatest of these; NULL if one of them is. */
  extreme(name: 'min' | 'max', values: readonly Sql[], type: Type): Sql
  /** A column of texts as one text; the empty text of nothing. */
  joined(column: Sql, between: Sql, order: Sql): Sql
  /** The sum of a column; NULL of nothing. Never an overflow. `isHeld`: each is a number of the engine, and costs nothing to look at. */
  sum(column: Sql, type: Type, isHeld: boolean): Sql

  list(items: readonly Sql[]): Sql
  /** The list, or the empty one where there is none. */
  orEmpty(list: Sql): Sql
  /** A list in the form in which equal ones are the same. */
  comparable(list: Sql): Sql
  elements(list: Sql, of: Type, alias: string): Elements
  /** Elements of a list that is written out, like `elements`. */
  rows(items: readonly Sql[], alias: string): Elements
  /** A column as one list. */
  collect(column: Sql, order: Sql): Sql
  /** The element at a position counted from 0, or the member of that name. */
  element(list: Sql, index: Sql, from: Type, to: Type, alias: string): Sql
  includesOneOf(list: Sql, words: readonly string[]): Sql

  object(entries: readonly (readonly [string, Sql])[]): Sql
  member(object: Sql, name: string, type: Type): Sql
  /** An object of a list of keys and values. */
  objectOf(pairs: Sql, type: Type): Sql

  /** JSON text of a value, as the API writes it; never NULL. */
  json(value: Sql, type: Type): Sql

  /** A value as people see it. */
  shown(value: Sql, form: StoredForm): Sql

  /**
   * Prints a text pattern for the engine. `written` means that it is part of the statement, `inMemory` that it is
   * bound.
   */
  pattern(node: Node, is: 'written' | 'inMemory' | 'ofRows', print: () => Sql): Sql
  /** Prints the name of a time zone, where it is not the application's. */
  timeZone(node: Node, is: 'written' | 'inMemory' | 'ofRows', print: () => Sql): Sql
}

/** Operations on exact numbers that may be too large for those of the engine. */
export interface LargeNumbers {
  /** Compares two, of which both may be so. */
  compare(operator: string, left: Sql, right: Sql): Sql
  /** One of the engine's own, to be compared with such a number. */
  own(value: Sql): Sql
  /** Sort key of such a number. */
  order(value: Sql): Sql
  absolute(value: Sql): Sql
  /** Minimum or maximum of values side by side; NULL if one of them is NULL. */
  extreme(name: 'min' | 'max', values: readonly Sql[]): Sql
  /** Minimum or maximum of a column. */
  extremeOf(name: 'min' | 'max', column: Sql): Sql
}

/**
 * Reports an expression that an engine can't compute by itself, so that it has to be evaluated in memory; the message
 * says which.
 */
export class NotInSql extends Error {}
