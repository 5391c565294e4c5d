// Builds queries whose rows are the elements of a set: a chain of filter, map and sort becomes one SELECT.
import { sql } from '../sql.ts'
import type { Node } from '#shared/expressions/node.ts'
import { isInOrderOfIds } from '#shared/expressions/set-order.ts'
import { isCollated, isCollection, TEXT } from '#shared/expressions/type-rules.ts'
import type { Elements } from './dialect.ts'
import type { Binding, PrintContext, Sql } from './expression-sql-context.ts'
import { isDecidedInMemory, ordinalOf, printBounded } from './expression-sql-context.ts'
import { isHeld } from './held-numbers.ts'

/** A query whose rows are the elements. */
export interface Query {
  readonly from: Sql
  readonly where: readonly Sql[]
  /** Ends in something that no two elements share. */
  readonly order: readonly Key[]
  /** Binding of a variable for the element, whose value is `value`. */
  readonly element: Binding
  readonly value: Sql
  /** JSON text of the value, where it is made of parts. */
  readonly json?: () => Sql
  /** Pairs of a relation to many, without their records. */
  readonly pairs?: Sql
}

export interface Key {
  /** Key in the form in which it is compared. */
  readonly key: Sql
  readonly descending?: boolean
  /** Some have none: those come last, up or down. */
  readonly mayBeEmpty?: boolean
}

export type Each = Node & { readonly kind: 'each' }
type Call = Node & { readonly kind: 'call' }

/** Builds the query of a set or list; what is no chain becomes rows of its stored elements. */
export function queryOf(node: Node, place: PrintContext): Query {
  switch (node.kind) {
    case 'records':
      return recordsQuery(node.entity, place)
    case 'reverse':
      return reverseQuery(node.entity, node.field, place.print(node.record), place)
    case 'line':
      return lineQuery(node, place)
    case 'field': {
      const link = place.context.link(node.entity, node.field)
      const isRow = node.type.kind === 'set' && node.type.of.kind === 'record'
      if (link && isRow && !isBound(node, place)) return linkQuery(node, link, place)
      break
    }
    case 'each':
      if (isCollection(node.type)) return eachQuery(node, place)
      break
    case 'call':
      if (node.name === 'first' || node.name === 'page') return boundedQuery(node, place)
      if (node.name === 'distinct') return distinctQuery(node, place)
      break
    case 'list':
      if (node.items.length > 0 && node.items.length <= 40) {
        const items = node.items.map((item) => place.print(item))
        return elementsQuery(place.dialect.rows(items, place.context.fresh()))
      }
      break
  }
  const alias = place.context.fresh()
  const of = isCollection(node.type) ? node.type.of : node.type
  return elementsQuery(place.dialect.elements(place.print(node), of, alias))
}

function elementsQuery({ from, key, value }: Elements): Query {
  return { from, where: [], order: [{ key }], element: { value }, value }
}

/** A relation to many of a record that is no row: its ids are bound. */
function isBound(node: Node & { readonly kind: 'field' }, place: PrintContext): boolean {
  const { kind } = node.record
  return (
    kind === 'me' ||
    (kind === 'this' && place.context.this === undefined) ||
    (kind === 'old' && place.context.old === undefined)
  )
}

function recordsQuery(entity: string, place: PrintContext): Query {
  const { context } = place
  const row = context.fresh()
  const id = context.column(entity, 'id', row)
  return {
    from: sql`${context.table(entity)} AS ${sql.raw(row)}`,
    where: [],
    order: [{ key: place.dialect.ordered(id, TEXT) }],
    element: { row, entity },
    value: id,
  }
}

function reverseQuery(entity: string, field: string, record: Sql, place: PrintContext): Query {
  const { context } = place
  const query = recordsQuery(entity, place)
  const row = 'row' in query.element ? query.element.row : ''
  const link = context.link(entity, field)
  if (!link) return { ...query, where: [sql`${context.column(entity, field, row)} = ${record}`] }
  const pair = sql.raw(context.fresh())
  const ids = sql`SELECT ${pair}.${sql.raw(link.owner)} FROM ${link.table} AS ${pair} WHERE ${pair}.${sql.raw(link.target)} = ${record}`
  return { ...query, where: [sql`${query.value} IN (${ids})`] }
}

/** All records that a relation leads to, each once, so that it ends in a circle too. */
function lineQuery(node: Node & { readonly kind: 'line' }, place: PrintContext): Query {
  const { context } = place
  const { entity, field, record, span } = node
  const query = recordsQuery(entity, place)
  const [line, row] = [sql.raw(context.fresh()), context.fresh()]
  const from = sql`${line}.id`
  const link = context.link(entity, field)
  const rows = sql`${context.table(entity)} AS ${sql.raw(row)}`
  const id = context.column(entity, 'id', row)
  // Both halves of the recursion have to agree on how their texts are compared.
  const text = (value: Sql): Sql => place.dialect.ordered(value, TEXT)
  let first: Sql
  let step: Sql
  if (node.direction === 'descendants') {
    const pointing = (to: Sql): Sql => {
      if (!link) return sql`${rows} ON ${context.column(entity, field, row)} = ${to}`
      return sql`${link.table} AS ${sql.raw(row)} ON ${sql.raw(`${row}.${link.target}`)} = ${to}`
    }
    const found = text(link ? sql.raw(`${row}.${link.owner}`) : id)
    first = sql`SELECT ${found} FROM (SELECT ${place.print(record)} AS id) AS ${line} JOIN ${pointing(from)}`
    step = sql`SELECT ${found} FROM ${line} JOIN ${pointing(from)}`
  } else {
    const own: Node = {
      kind: 'field',
      record,
      entity,
      field,
      type: link ? node.type : { kind: 'record', entity },
      span,
    }
    const owned = link ? queryOf(own, place) : undefined
    first = owned
      ? sql`SELECT ${text(owned.value)} FROM ${owned.from}${where(owned)}`
      : sql`SELECT ${text(place.print(own))}`
    step = link
      ? sql`SELECT ${text(sql.raw(`${row}.${link.target}`))} FROM ${line} JOIN ${link.table} AS ${sql.raw(row)} ON ${sql.raw(`${row}.${link.owner}`)} = ${from}`
      : sql`SELECT ${text(context.column(entity, field, row))} FROM ${line} JOIN ${rows} ON ${id} = ${from}`
  }
  const all = sql`WITH RECURSIVE ${line}(id) AS (${first} UNION ${step}) SELECT id FROM ${line}`
  return { ...query, where: [sql`${query.value} IN (${all})`] }
}

function linkQuery(
  node: Node & { readonly kind: 'field' },
  link: { readonly table: Sql; readonly owner: string; readonly target: string },
  place: PrintContext,
): Query {
  const { context } = place
  const target = isCollection(node.type) && node.type.of.kind === 'record' ? node.type.of.entity : ''
  const query = recordsQuery(target, place)
  const pair = sql.raw(context.fresh())
  const pairs = sql`${link.table} AS ${pair}`
  const from = sql`${pairs} JOIN ${query.from} ON ${query.value} = ${pair}.${sql.raw(link.target)}`
  // Read from its row: a record that is gone, or hidden, relates to nothing, though its pairs are kept.
  const owner = place.print({ ...node, field: 'id', type: node.record.type })
  return { ...query, from, where: [sql`${pair}.${sql.raw(link.owner)} = ${owner}`], pairs }
}

function eachQuery(node: Each, place: PrintContext): Query {
  const query = queryOf(node.set, place)
  const inner = place.bind(node.variable, query.element)
  if (node.operation === 'filter') return { ...query, where: [...query.where, inner.condition(node.body)] }
  if (node.operation === 'map') {
    const value = inner.print(node.body)
    const isElement = node.body.kind === 'variable' && node.body.name === node.variable
    return isElement ? query : { ...query, value, element: { value }, json: () => inner.json(node.body) }
  }
  return { ...query, order: [...sortKeys(node, inner), ...ofEqualRows(node, query.order)] }
}

function sortKeys({ body, operation }: Each, inner: PrintContext): readonly Key[] {
  // One key for all changes nothing; and a bare number would name a column.
  if (body.kind === 'literal') return []
  const value = inner.print(body)
  const { dialect } = inner
  const descending = operation === 'sort_down'
  const { largeNumbers } = dialect
  const key =
    body.type.kind === 'choice'
      ? ordinalOf(value, body.type.words)
      : largeNumbers === undefined || isHeld(body, inner.context)
        ? dialect.ordered(value, body.type)
        : largeNumbers.order(value)
  if (!isCollated(body.type)) return [{ key, descending, mayBeEmpty: true }]
  return [
    { key: dialect.collated(value), descending, mayBeEmpty: true },
    { key, descending },
  ]
}

/** Down goes all of it, the ids too: so does the index that has the order. */
function ofEqualRows({ operation, set }: Each, order: readonly Key[]): readonly Key[] {
  return operation === 'sort_down' && isInOrderOfIds(set) ? order.map((key) => ({ ...key, descending: true })) : order
}

/** How many elements are meant: none where the value is empty or negative. */
export function printNumberOf(value: Node, place: PrintContext): Sql {
  return place.dialect.larger(sql`0`, sql`coalesce(${printBounded(value, place)}, 0)`)
}

/** `first(n)` and `page(limit, offset)`. */
function boundedQuery(node: Call, place: PrintContext): Query {
  const [set, limit, offset] = node.arguments as [Node, Node, Node | undefined]
  const query = queryOf(set, place)
  const from = offset ? printNumberOf(offset, place) : sql`0`
  const count = printNumberOf(limit, place)
  const isFixed = [limit, offset].every((each) => each === undefined || isDecidedInMemory(each, place.context))
  if (isFixed && 'row' in query.element) {
    const outer = recordsQuery(query.element.entity, place)
    const order = orderOfRows(set, outer.element, place)
    if (order !== undefined) {
      const alias = sql.raw(place.context.fresh())
      // Only ids are sorted, and where an index has their order only as many are looked at; the rows are found by them.
      const ids = sql`SELECT ${query.value} AS v FROM ${query.from}${where(query)} ORDER BY ${orderBy(query.order)} LIMIT ${count} OFFSET ${from}`
      return { ...outer, from: sql`(${ids}) AS ${alias} JOIN ${outer.from} ON ${outer.value} = ${alias}.v`, order }
    }
  }
  // By position: SQL's LIMIT can't depend on a row.
  const rows = numbered(query, place)
  const position = sql`${rows.alias}.n`
  return { ...rows, where: [sql`${position} > ${from}`, sql`${position} <= ${from} + ${count}`] }
}

/** The keys of a set of records, of another row for the same record. Undefined: its elements are no rows. */
function orderOfRows(node: Node, element: Binding, place: PrintContext): readonly Key[] | undefined {
  if (node.kind === 'call' && (node.name === 'first' || node.name === 'page'))
    return orderOfRows(node.arguments[0] as Node, element, place)
  if (node.kind === 'each') {
    if (node.operation === 'map') return undefined
    const before = orderOfRows(node.set, element, place)
    if (before === undefined || node.operation === 'filter') return before
    return [...sortKeys(node, place.bind(node.variable, element)), ...ofEqualRows(node, before)]
  }
  if (!('row' in element) || !isInOrderOfIds(node)) return undefined
  return [{ key: place.dialect.ordered(place.context.column(element.entity, 'id', element.row), TEXT) }]
}

function distinctQuery(node: Call, place: PrintContext): Query {
  const inner = numbered(queryOf(node.arguments[0] as Node, place), place)
  const alias = sql.raw(place.context.fresh())
  const value = sql`${alias}.v`
  const from = sql`(SELECT ${inner.alias}.v AS v, min(${inner.alias}.n) AS n FROM ${inner.from} GROUP BY ${inner.alias}.v) AS ${alias}`
  return { from, where: [], order: [{ key: sql`${alias}.n` }], element: { value }, value }
}

/** The elements with their positions, counted from 1. */
function numbered(query: Query, place: PrintContext): Query & { readonly alias: Sql } {
  const alias = sql.raw(place.context.fresh())
  const value = sql`${alias}.v`
  const inside = sql`SELECT ${query.value} AS v, row_number() OVER (ORDER BY ${orderBy(query.order)}) AS n FROM ${query.from}${where(query)}`
  return {
    alias,
    // PostgreSQL 15 takes a position that is compared with a value of an outer row for one that stays the same.
    from: sql`(${place.dialect.once(inside)}) AS ${alias}`,
    where: [],
    order: [{ key: sql`${alias}.n` }],
    element: { value },
    value,
  }
}

/** Prints the keys of an order. */
export function orderBy(keys: readonly Key[]): Sql {
  return sql.join(
    keys.map(({ key, descending, mayBeEmpty }) => {
      const direction = sql.raw(`${descending ? ' DESC' : ''}${mayBeEmpty ? ' NULLS LAST' : ''}`)
      return sql`${key}${direction}`
    }),
  )
}

/** Prints the conditions of a query, and more that hold for the same rows; empty where there are none. */
export function where(query: Query, ...more: readonly Sql[]): Sql {
  const conditions = [...query.where, ...more]
  return conditions.length === 0 ? sql`` : sql` WHERE ${sql.join(conditions, sql` AND `)}`
}
