// Prints sets and lists as SQL: as one value, as JSON text, and their aggregates.
import { sql } from '../sql.ts'
import type { Node } from '#shared/expressions/node.ts'
import { isCollection } from '#shared/expressions/type-rules.ts'
import type { Type } from '#shared/expressions/type.ts'
import type { PrintContext, Sql } from './expression-sql-context.ts'
import { comparedValue, fromOrder, isDecidedInMemory, printOrder } from './expression-sql-context.ts'
import { isHeld } from './held-numbers.ts'
import type { Each, Key, Query } from './set-query.ts'
import { orderBy, printNumberOf, queryOf, where } from './set-query.ts'

/** The set as one value: JSON text of the stored values, in order. */
export function printMany(node: Node, place: PrintContext): Sql {
  const { rows, alias, order } = rowsOf(node, place)
  return sql`(SELECT ${place.dialect.collect(sql`${alias}.v`, orderBy(order))} FROM (${rows}) AS ${alias})`
}

/** The set as JSON text of which each element is JSON text already. */
export function printManyAsJson(node: Node, place: PrintContext): Sql {
  const of = isCollection(node.type) ? node.type.of : node.type
  const jsonOf = ({ json, value }: Query): Sql => json?.() ?? place.dialect.json(value, of)
  const { rows, alias, order } = rowsOf(node, place, jsonOf)
  const elements = place.dialect.joined(sql`${alias}.v`, sql.lit(','), orderBy(order))
  return sql`(SELECT concat('[', ${elements}, ']') FROM (${rows}) AS ${alias})`
}

/** Prints the elements of a set as rows of values with their keys. */
function rowsOf(
  node: Node,
  place: PrintContext,
  valueOf: (query: Query) => Sql = ({ value }) => value,
): { readonly rows: Sql; readonly alias: Sql; readonly order: readonly Key[] } {
  const query = queryOf(node, place)
  const alias = sql.raw(place.context.fresh())
  const keys = query.order.map(({ key }, index) => sql`, ${key} AS ${sql.raw(`k${index}`)}`)
  const order = query.order.map((key, index) => ({ ...key, key: sql`${alias}.${sql.raw(`k${index}`)}` }))
  const rows = sql`SELECT ${valueOf(query)} AS v${sql.join(keys, sql``)} FROM ${query.from}${where(query)}`
  return { rows, alias, order }
}

/** Prints the texts of a set in order, joined by `between`; empty ones are left out. */
export function printJoined(node: Node, between: Sql, place: PrintContext): Sql {
  const { rows, alias, order } = rowsOf(node, place)
  return sql`(SELECT ${place.dialect.joined(sql`${alias}.v`, between, orderBy(order))} FROM (${rows}) AS ${alias})`
}

/**
 * Prints a question about the whole set: how many elements it has, the first one, or whether a value that is not
 * empty is one of them.
 */
export function printWholeSet(
  question: 'count' | 'first' | 'includes',
  node: Node,
  place: PrintContext,
  wanted: Sql = sql`NULL`,
): Sql {
  const query = queryOf(node, place)
  switch (question) {
    case 'count':
      if (node.kind === 'records')
        return place.context.count?.(node.entity) ?? sql`(SELECT count(*) FROM ${query.from})`
      return countOfPairs(node, query, place) ?? sql`(SELECT count(*) FROM ${query.from}${where(query)})`
    case 'first':
      return sql`(SELECT ${query.value} FROM ${query.from}${where(query)} ORDER BY ${orderBy(query.order)} LIMIT 1)`
    case 'includes':
      return sql`EXISTS (SELECT 1 FROM ${query.from}${where(query, sql`${comparedValue(query.value, elementType(node))} = ${wanted}`)})`
  }
}

/** Counts the elements of a set, and no more than `most` where that is the same for all rows. */
export function printCount(set: Node, most: Node | undefined, place: PrintContext): Sql {
  if (most === undefined || !isDecidedInMemory(most, place.context)) return printWholeSet('count', set, place)
  const query = queryOf(set, place)
  const counted = sql`SELECT 1 FROM ${query.from}${where(query)} LIMIT ${printNumberOf(most, place)}`
  return sql`(SELECT count(*) FROM (${counted}) AS ${sql.raw(place.context.fresh())})`
}

function elementType({ type }: Node): Type {
  return isCollection(type) ? type.of : type
}

/**
 * Counts only the pairs of a relation if no record is missing, since each pair then leads to one. Returns undefined
 * if the set is not a plain relation to many.
 */
function countOfPairs(node: Node, query: Query, place: PrintContext): Sql | undefined {
  if (query.pairs === undefined || node.kind !== 'field' || !isCollection(node.type)) return undefined
  const { of } = node.type
  const isWhole = of.kind === 'record' ? place.context.isWhole?.(of.entity) : undefined
  return (
    isWhole &&
    sql`CASE WHEN ${isWhole} THEN (SELECT count(*) FROM ${query.pairs}${where(query)}) ELSE (SELECT count(*) FROM ${query.from}${where(query)}) END`
  )
}

/** `exists`, `all`, and the aggregates. */
export function printSetOperation(node: Each, place: PrintContext): Sql {
  const query = queryOf(node.set, place)
  const inner = place.bind(node.variable, query.element)
  // Values first, then their aggregate: SQL gives an aggregate over only outer columns to the outer query.
  const alias = sql.raw(place.context.fresh())
  const select = (body: Sql, answer: (value: Sql) => Sql): Sql => {
    const values = sql`SELECT ${body} AS v FROM ${query.from}${where(query)}`
    const inside = node.operation === 'avg' ? place.dialect.once(values) : values
    return sql`(SELECT ${answer(sql`${alias}.v`)} FROM (${inside}) AS ${alias})`
  }
  switch (node.operation) {
    case 'exists':
      return sql`EXISTS (SELECT 1 FROM ${query.from}${where(query, inner.condition(node.body))})`
    case 'all':
      return sql`(NOT EXISTS (SELECT 1 FROM ${query.from}${where(query, sql`NOT ${inner.print(node.body)}`)}))`
    case 'sum':
      return select(inner.print(node.body), (value) => sumOf(value, node, place))
    case 'avg':
      return select(inner.print(node.body), (value) => averageOf(value, node, place))
    default: {
      const name = node.operation === 'min' ? 'min' : 'max'
      const { largeNumbers } = place.dialect
      return largeNumbers === undefined || isHeld(node.body, place.context)
        ? select(printOrder(node.body, inner), (value) => extremeOf(name, value, node.type))
        : select(inner.print(node.body), (value) => largeNumbers.extremeOf(name, value))
    }
  }
}

function totalOf(value: Sql, { body }: Each, { dialect, context }: PrintContext): Sql {
  return dialect.sum(value, body.type, body.kind === 'field' && isHeld(body, context))
}

function sumOf(value: Sql, node: Each, place: PrintContext): Sql {
  return sql`coalesce(${totalOf(value, node, place)}, 0)`
}

function averageOf(value: Sql, node: Each, place: PrintContext): Sql {
  const total = totalOf(value, node, place)
  const { type } = node.body
  switch (type.kind) {
    case 'decimal':
      return sql`v_average_decimal(${total}, ${sql.lit(type.scale)}, count(${value}))`
    case 'duration':
      return sql`v_average_duration(${total}, count(${value}))`
    case 'integer':
      return sql`v_average_number(v_integer_to_number(${total}), count(${value}))`
    default:
      return sql`v_average_number(${total}, count(${value}))`
  }
}

function extremeOf(name: 'min' | 'max', order: Sql, type: Type): Sql {
  return fromOrder(sql`${sql.raw(name)}(${order})`, type)
}
