// Declares how an engine finds the rows of lists, and the parts of their statements.
import type { Node } from '#shared/expressions/node.ts'
import type { ReadPolicy } from '#shared/policy/read-policy.ts'
import type { SqlRow } from '../executor.ts'
import type { Bindings, ReadShape, RowSource } from '../query-plans.ts'
import type { MergedStates } from '../merged-states.ts'
import type { EntityTable } from '../schema/catalogue.ts'
import type { OrderIndex } from '../schema/schema-objects.ts'
import type { OrderKey } from './page-order.ts'
import type { RecordColumns } from './record-columns.ts'
import type { PlanContext, StatementContext, RunValues, Sql } from './plan-context.ts'

/** The parts of the statement. */
export interface ListParts {
  readonly table: EntityTable
  /** Name of the row, in all parts. */
  readonly row: string
  readonly json: Sql
  /** Columns that take the place of the JSON text where memory writes it. */
  readonly columns: RecordColumns | undefined
  readonly keys: Sql
  readonly from: Sql
  /** Those of them that a search looks through first, where the engine does so. */
  readonly newest: Sql | undefined
  /** The rows' conditions as they stand, and from the other end of a relation where there is one. */
  readonly where: Sql
  readonly related: Sql | undefined
  /** The index in the order of the list, where there is one. */
  readonly along: OrderIndex | undefined
  readonly order: readonly OrderKey[]
  /** True for a range of the order, such as what lies behind a cursor. */
  readonly isPart: boolean
  /** The states of the records, where a list may be merged from those of single ones. */
  readonly states: MergedStates | undefined
  readonly limit: Sql
  /** Conditions on single rows, because of which a walk along the order may find no row for a long time. */
  readonly conditions: readonly Node[]
  readonly inTrash: boolean
  /** Does the reader see the field in all rows? */
  readonly isSeen: (field: string) => boolean
  /** So that even a small table is not looked through where all others would wait. */
  readonly isExpensive: boolean
  /** A search finds in the order of the full-text index, looks at the caller's own rows as they come, or sorts all that matches. */
  readonly search: 'newest first' | 'as they come' | 'sorted' | undefined
}

export interface ListStatement {
  readonly way: RowSource['way']
  /** How the engine goes about it, a line a step. */
  readonly steps: readonly string[]
  /** `isBroad`: what is searched for will be found in very many rows. `mostBytes`: it may end early, as `Executor.all` does. */
  run(
    bindings: Bindings,
    values: RunValues,
    asked: { readonly isBroad: boolean; readonly mostBytes: number | undefined },
  ): Promise<readonly SqlRow[]>
}

export interface OwnRows {
  /** The rows that the rule leads to, joined to the table under the row's name. */
  readonly from: Sql
  /** Gives them in this order, one after the other, so that no text is read beyond the page. */
  readonly newestFirst: Sql
  /** Are they few for this reader? Beyond, the full-text index is faster than a look at each. */
  areFew(bindings: Bindings): Promise<boolean>
}

export interface Search {
  /** The rows of the full-text index that are joined to those of the table, the number of the row in them, and what joins and matches. */
  readonly from: Sql
  readonly rowNumber: string
  readonly matches: Sql
  /** The newest of those rows, under the same name, of which a look at each takes less than the index; `beyond`: the rows behind a cursor. */
  newestFrom?(beyond: Sql | undefined): Sql
  /** Condition that matches as `matches` does, but on only the row. */
  readonly condition: Sql
  /** Condition that matches in the row's own texts, without the full-text index. */
  readonly inTexts: Sql
  /** Reads the text that is searched for; undefined when there is no word in it. `near`: a typing error is forgiven. */
  valuesOf(text: string, near: boolean): RunValues | undefined
}

export interface ListEngine {
  compileList(context: PlanContext, parts: ListParts): ListStatement
  /** Undefined: there is no rule, or the engine has no index that leads along it. */
  ownRowsOf(context: PlanContext, policy: ReadPolicy, row: string): OwnRows | undefined
  /** Undefined where the reader may see no field that is searched. */
  searchOf(context: StatementContext, shape: ReadShape, row: string): Search | undefined
  /** May the text be found in most records? */
  isBroadSearch(text: string): boolean
  /** Explains how a list finds its rows, in the words of the document. `statements`: those that the first page takes. */
  explainRows(table: EntityTable, row: string, statements: readonly ListStatement[]): RowSource
  /** Lists the indexes of the table that a statement uses, by their fields. */
  indexesUsed(table: EntityTable, sql: string): readonly string[]
}
