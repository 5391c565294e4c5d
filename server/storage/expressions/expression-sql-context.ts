// Declares the context in which an expression is printed as SQL: tables, columns, variables.
import { sql } from '../sql.ts'
import { isLocal } from '#shared/expressions/facts.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { Type } from '#shared/expressions/type.ts'
import { readValue } from '#shared/expressions/read-value.ts'
import { someNode } from '#shared/expressions/walk.ts'
import type { Dialect, Sql } from './dialect.ts'
import { toStoredValue } from './expression-value.ts'
import { isHeld } from './held-numbers.ts'

export type { Sql }

/**
 * Context in which an expression is printed: its tables and columns, and the rows that represent the current records.
 */
export interface SqlContext {
  readonly dialect: Dialect
  /** An entity's records as far as the caller may know of them: a table, or a query in parentheses. */
  table(entity: string): Sql
  /** The records to which a relation may lead, where these are more than those in `table`. */
  related?(entity: string): Sql
  /** How many those are, where that is known without looking at each; undefined: they are counted. */
  count?(entity: string): Sql | undefined
  /** Holds where `table` has every record that there is; undefined: a policy may keep some from the caller. */
  isWhole?(entity: string): Sql | undefined
  /** A field of the row `alias`, in its stored form; `id` too. */
  column(entity: string, field: string, alias: string): Sql
  /** The number of the row `alias`: it differs among the rows of a table, and takes less room than the id. */
  number?(alias: string): Sql
  /** Is it a field without a column, worked out for each row? Then its number may be of any size. */
  isWorkedOut?(entity: string, field: string): boolean
  /** Is the column of the field never empty? */
  isRequired?(entity: string, field: string): boolean
  /** The pairs of a relation to many: a table or a query, and its two columns; undefined for other fields. */
  link(
    entity: string,
    field: string,
  ): { readonly table: Sql; readonly owner: string; readonly target: string } | undefined
  /** When a timer of the row `alias` falls due; where it is missing timers are not kept. */
  timer?(entity: string, name: string, alias: string): { readonly moment: Sql; readonly calendar?: string } | undefined
  /** Has the person acting this role on the row `alias`? The document decides; where it is missing it is not known. */
  role?(entity: string, name: string, alias: string): Sql | undefined
  /** The row of the record at hand, where it is a row of the statement; otherwise its fields are bound. */
  readonly this?: string
  readonly old?: string
  /** An alias that the statement does not have yet. */
  fresh(): string
}

/** Value of a variable: a row, or an SQL value (the id, if it is a record). */
export type Binding = { readonly row: string; readonly entity: string } | { readonly value: Sql }

export interface PrintContext {
  readonly context: SqlContext
  readonly dialect: Dialect
  readonly variables: ReadonlyMap<string, Binding>
  print(node: Node): Sql
  /** The value as it stands in WHERE, where nothing is as good as no. */
  condition(node: Node): Sql
  /** Its JSON text, as the API writes it; never NULL. */
  json(node: Node): Sql
  bind(variable: string, binding: Binding): PrintContext
}

/** Known when the statement is made: it stands in the statement, so that indexes with conditions are found. */
export function isWritten(node: Node): boolean {
  return node.kind === 'literal' && (typeof node.value !== 'string' || !node.value.includes('\0'))
}

/** Does it need neither rows nor variables? */
export function isDecidedInMemory(node: Node, context: Pick<SqlContext, 'this' | 'old'>): boolean {
  if (!isLocal(node)) return false
  return !someNode(
    node,
    ({ kind }) =>
      kind === 'variable' ||
      (kind === 'this' && context.this !== undefined) ||
      (kind === 'old' && context.old !== undefined),
  )
}

export function printLiteral(node: Node, dialect: Dialect): Sql {
  const stored = node.kind === 'literal' ? toStoredValue(readValue(node.value, node.type), node.type) : null
  return dialect.literal(stored, node.type)
}

/** The row that a node stands for, if it is one of the statement's. */
export function rowOf(node: Node, place: PrintContext): string | undefined {
  if (node.kind === 'this') return place.context.this
  if (node.kind === 'old') return place.context.old
  const binding = node.kind === 'variable' ? place.variables.get(node.name) : undefined
  return binding && 'row' in binding ? binding.row : undefined
}

/** The records among which the one that a relation leads to is found. */
export function rowsRelatedTo({ context }: PrintContext, entity: string): Sql {
  return context.related?.(entity) ?? context.table(entity)
}

/** A whole number that an engine can count by, or take as the argument of a function. */
export function printBounded(node: Node, place: PrintContext): Sql {
  const value = place.print(node)
  return place.dialect.largeNumbers !== undefined && isHeld(node, place.context) ? value : place.dialect.bounded(value)
}

/** The value by which two of its type are equal or not: a day of a duration has 24 hours there. */
export function comparedValue(value: Sql, { kind }: Type): Sql {
  return kind === 'duration' ? sql`v_length(${value})` : value
}

/** Words are compared by their place in the choice, texts by their characters. */
export function printOrder(node: Node, place: PrintContext): Sql {
  if (node.type.kind !== 'choice') return place.dialect.ordered(place.print(node), node.type)
  const { words } = node.type
  if (node.kind !== 'literal') return ordinalOf(place.print(node), words)
  const ordinal = words.indexOf(String(node.value))
  return ordinal < 0 ? sql`NULL` : sql`${sql.lit(ordinal)}`
}

/** The value of which this is the order, as `printOrder` gives it. */
export function fromOrder(order: Sql, type: Type): Sql {
  if (type.kind !== 'choice') return order
  const words = type.words.map((word, index) => sql`WHEN ${sql.lit(index)} THEN ${sql.lit(word)}`)
  return words.length === 0 ? sql`NULL` : sql`CASE ${order} ${sql.join(words, sql` `)} END`
}

export function ordinalOf(value: Sql, words: readonly string[]): Sql {
  const places = words.map((word, index) => sql`WHEN ${sql.lit(word)} THEN ${sql.lit(index)}`)
  return words.length === 0 ? sql`NULL` : sql`CASE ${value} ${sql.join(places, sql` `)} END`
}

/** Prints the empty value with the type of the expression, as an engine looks for a function by the types of its arguments. */
export function empty({ type }: Node, { dialect }: PrintContext): Sql {
  return dialect.literal(null, type)
}
