// Declares what engines express differently outside of expressions: JSON texts, totals and tables.
import type { Type } from '#shared/expressions/type.ts'
import type { FieldColumn } from '#shared/fields/field-type.ts'
import type { Dialect, Sql } from './expressions/dialect.ts'

export type ColumnForm = Pick<FieldColumn, 'form' | 'scale'>

export interface StorageDialect extends Dialect {
  readonly tables: TableDialect
  /** A query of one column, `value`: the texts of a list that is bound as JSON text. */
  readonly boundTexts: string
  /** A condition: the column is one of the texts of a list that is bound as JSON text. */
  isOneOf(column: string): string
  /** Is a list of rows added, or looked for, in one statement? A round trip to a server costs more than that; within the process a statement for each row costs a third. */
  readonly listsAtOnce: boolean
  /** The word by which a row that takes the place of another gets the next number of its table; undefined: that one is deleted first. */
  readonly renumbered: string | undefined
  /** The ids that a record relates to, as a list in their order. `source`: the column with the id of the record. */
  relatedIds(pairs: string, source: string): string
  /** A column as expressions work with its value. */
  stored(column: Sql, type: Type): Sql
  /** JSON text of a value as it is stored; never NULL. */
  storedJson(value: Sql, column: ColumnForm): Sql
  /** A value as it is stored where memory writes its JSON text, which takes less than in the engine; undefined: none is. */
  sent?(value: Sql, column: ColumnForm): SentValue
  /** JSON text of a value that was worked out, whose number may be of any size; never NULL. `value` is repeated. */
  computedJson(value: Sql, column: ColumnForm): Sql
  /** A column of JSON texts as the JSON text of a list, in the order of the rows. */
  jsonList(texts: Sql): Sql
  /** The first day of the period in which a date, or a moment in the time zone, lies. */
  startOfPeriod(unit: string, value: Sql, moment: { readonly timeZone: string } | undefined): Sql
  /** The exact sum of a column of whole numbers. `isOfAnySize`: they may be larger than the engine's own. */
  total(value: Sql, isOfAnySize: boolean): Total
  /** Is a value that was worked out beyond what its column keeps exactly? */
  isTooLarge(value: string, column: FieldColumn): string
}

/** A column of which memory writes the JSON text of a value. */
export interface SentValue {
  readonly value: Sql
  /** A text to be written in quotes; otherwise it is JSON text already. */
  readonly isQuoted: boolean
  /** The JSON text of what is empty. */
  readonly empty: string
}

/** Columns, and what puts the exact sum together from their results. */
export interface Total {
  readonly columns: readonly Sql[]
  read(results: readonly unknown[]): bigint
}

export interface TableDialect {
  /** Creates the table of an entity, with the columns that each has. */
  createTable(name: string): string
  /** Creates the table of a relation to many. `targets`: the table that it points into, where that is checked. */
  createPairs(name: string, sources: string, targets: string | undefined): string
  /** The type of a column, and what may lie in it. */
  column(name: string, column: FieldColumn): string
  /** A sort key as it stands in the definition of an index. */
  indexKey(key: string): string
  /** The operator by which a column is compared with a value that is not empty, in conditions and so in indexes. */
  readonly equality: string
  /** Does the engine merge lists that each lie in order, and end with the page? Then an index holds a person's records state by state. */
  readonly mergesStates: boolean
  /**
   * The number of the row that the transaction has inserted last into the table of an entity. Undefined: to look for it costs
   * nothing; elsewhere it reads where all others write their new rows, and commands that do so undo each other.
   */
  rowInsertedLast?(table: string): string
  /** The clause behind an insertion by which `rowInsertedLast` knows the number. */
  noteInsertedRow?(table: string): string
  /** The text behind a bound value of such a column, by which an engine sees its type. */
  typed(column: FieldColumn): string
  /** The column of the history that grows with each entry. */
  readonly historyRow: string
}
