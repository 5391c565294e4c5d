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
 * Functions named `v_…` have one name and one meaning in every engine: SQLite runs the evaluator's own code (`sqlite-functions.ts`),
 * PostgreSQL has them as functions of the database (`postgres/`).
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
  /** The value as it is compared: texts by code points. */
  ordered(value: Sql, type: Type): Sql
  /** How an engine without numbers of any size goes about them; undefined: it has them. */
  readonly largeNumbers?: LargeNumbers
  /** By what texts are sorted before their characters: `collationKey`. */
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
  /** The same of a list that is written out. */
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

  /** What a text pattern is to the engine. `written`: it stands in the statement; `inMemory`: it is bound. */
  pattern(node: Node, is: 'written' | 'inMemory' | 'ofRows', print: () => Sql): Sql
  /** The name of a time zone, where it is not the application's. */
  timeZone(is: 'written' | 'inMemory' | 'ofRows', print: () => Sql): Sql
}

/** Of exact numbers that may be beyond those of the engine. */
export interface LargeNumbers {
  /** Compares two, of which both may be so. */
  compare(operator: string, left: Sql, right: Sql): Sql
  /** One of the engine's own, to be compared with such a number. */
  own(value: Sql): Sql
  /** What they are sorted by. */
  order(value: Sql): Sql
  absolute(value: Sql): Sql
  /** Of values side by side; NULL if one of them is. */
  extreme(name: 'min' | 'max', values: readonly Sql[]): Sql
  /** Of a column. */
  extremeOf(name: 'min' | 'max', column: Sql): Sql
}

/** What an engine can't work out by itself, so that memory has to: the message says what. */
export class NotInSql extends Error {}
