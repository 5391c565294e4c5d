// Compiles the statement of a list by the engine's own query plan, and chooses its thread.
import type { Node } from '#shared/expressions/node.ts'
import { childrenOf, someNode } from '#shared/expressions/walk.ts'
import { sql } from '../sql.ts'
import type { Connection, SqlRow } from '../connection.ts'
import type { EntityTable } from '../schema/catalogue.ts'
import { compileSql } from './plan-context.ts'
import type { PlanContext, RunValues, Sql } from './plan-context.ts'
import { whileFewAreFound, whileThereIsTime } from './row-limits.ts'
import { TooManyFound } from '../storage-error.ts'
import type { Bindings, RowSource } from '../query-plans.ts'

/** The parts of the statement. */
export interface ListParts {
  readonly table: EntityTable
  /** Name of the row, in all parts. */
  readonly row: string
  readonly json: Sql
  readonly keys: Sql
  readonly from: Sql
  /** The rows' conditions as they stand, and from the other end of a relation where there is one. */
  readonly where: Sql
  readonly related: Sql | undefined
  /** Replaces `from` by one that uses the index in the order of the list, where there is one. */
  readonly along: Sql | undefined
  readonly orderBy: Sql
  readonly limit: Sql
  /** Conditions on single rows, because of which a walk along the order may find no row for a long time. */
  readonly conditions: readonly Node[]
  readonly inTrash: boolean
  /** So that even a small table is not looked through where all others would wait. */
  readonly isExpensive: boolean
  /** A search finds in the order of the full-text index, or all that matches is sorted. */
  readonly search: 'newest first' | 'sorted' | undefined
}

export interface ListStatement {
  readonly way: RowSource['way']
  /** How the engine goes about it, a line a step. */
  readonly steps: readonly string[]
  /** `isBroad`: what is searched for will be found in very many rows. `mostBytes`: it may end early, as a `Statement` does. */
  run(
    bindings: Bindings,
    values: RunValues,
    asked: { readonly isBroad: boolean; readonly mostBytes: number | undefined },
  ): readonly SqlRow[] | Promise<readonly SqlRow[]>
}

/** Fewer rows than these are walked through in a few milliseconds at most. */
const MANY_ROWS = 5_000

export function compileList(context: PlanContext, parts: ListParts): ListStatement {
  const whole = (where: Sql, from = parts.from): Sql =>
    sql`SELECT ${parts.json}, ${parts.keys} FROM ${from} WHERE ${where} ORDER BY ${parts.orderBy} LIMIT ${parts.limit}`
  let where = parts.where
  let compiled = compileSql(context, whole(where))
  let steps = context.connection.explain(compiled.sql)
  if (parts.related && isWalked(steps, parts.row)) {
    const fromThere = compileSql(context, whole(parts.related))
    const otherSteps = context.connection.explain(fromThere.sql)
    if (!isWalked(otherSteps, parts.row)) [where, compiled, steps] = [parts.related, fromThere, otherSteps]
  }
  const isSorted = steps.some((step) => step.startsWith('USE TEMP B-TREE'))
  const { way, isFew } = sourceOf(parts, steps, isSorted)
  // A person may have had very many of them, which an index in another order would have to sort.
  const isWorse = way === 'sorted' && (!isFew || parts.along !== undefined)
  const mayBeLong =
    parts.search === undefined
      ? way === 'walked' || isWorse
      : parts.conditions.length > 0 || parts.inTrash || parts.search === 'sorted'
  const write = (rows: Sql): Sql => (isSorted && parts.search !== 'newest first' ? pageFirst(parts, rows) : whole(rows))
  if (isSorted) compiled = compileSql(context, write(where))
  const inTime = (conditions: Sql): Sql => sql`${whileThereIsTime(parts.row)} AND ${conditions}`
  const limited = compileSql(context, write(inTime(where)))
  const walk = isSorted ? walkAlong(context, parts, (from) => whole(inTime(where), from)) : undefined
  const isFound = walk !== undefined && isFoundByOne(steps, parts.row)
  const few = isFound ? compileSql(context, write(sql`${whileFewAreFound(parts.row)} AND ${where}`)) : undefined
  const isLongFor = (isBroad: boolean): boolean =>
    parts.isExpensive || ((mayBeLong || isBroad) && hasManyRows(context.connection, parts.table))
  const runLong = async (bindings: Bindings, values: RunValues, mostBytes: number | undefined) => {
    if (few === undefined || walk === undefined) return limited.slowly(context.slow, bindings, values, mostBytes)
    try {
      return await few.slowly(context.slow, bindings, values, mostBytes)
    } catch (error) {
      if (!(error instanceof TooManyFound)) throw error
      return walk.slowly(context.slow, bindings, values, mostBytes)
    }
  }
  return {
    way,
    steps,
    run: (bindings, values, { isBroad, mostBytes }) =>
      isLongFor(isBroad)
        ? runLong(bindings, values, mostBytes)
        : compiled.all(context.connection, bindings, values, mostBytes),
  }
}

/** Does one index lead to the rows? Where they are few they are sorted; else the list is walked in its order until the page is full. */
function isFoundByOne(steps: readonly string[], row: string): boolean {
  const search = new RegExp(`^SEARCH ${row} USING (?:COVERING )?INDEX `)
  return steps.filter((step) => search.test(step)).length === 1
}

function walkAlong({ connection, ...context }: PlanContext, { along }: ListParts, whole: (from: Sql) => Sql) {
  const walk = along && compileSql(context, whole(along))
  const isSorted = walk && connection.explain(walk.sql).some((step) => step.startsWith('USE TEMP B-TREE'))
  return isSorted === false ? walk : undefined
}

/**
 * Prints a list that sorts rows by only their keys, so that records' texts are made for the page and not for all rows
 * found. The cross join keeps the page's order, one text after another; a second sort would make all texts before the
 * first is read.
 */
function pageFirst({ table, row, json, keys, from, orderBy, limit }: ListParts, where: Sql): Sql {
  const rows = sql.raw(`${table.table} AS ${row}`)
  const page = sql`(SELECT ${sql.raw(`${row}.row`)} FROM ${from} WHERE ${where} ORDER BY ${orderBy} LIMIT ${limit}) AS page`
  return sql`SELECT ${json}, ${keys} FROM ${page} CROSS JOIN ${rows} ON ${sql.raw(`${row}.row = page.row`)}`
}

/** Walked is what may look at much of a large table before the page is full. `isFew`: an index leads to the few rows of a relation or key. */
function sourceOf(
  { table, row, conditions, inTrash }: ListParts,
  steps: readonly string[],
  isSorted: boolean,
): { readonly way: RowSource['way']; readonly isFew: boolean } {
  const asTheyLie = isSorted ? 'sorted' : 'in order'
  if (isWalked(steps, row)) {
    const isAll = !isSorted && !inTrash && conditions.length === 0
    return { way: isAll ? 'in order' : 'walked', isFew: false }
  }
  const searches = steps.filter((step) => step.startsWith(`SEARCH ${row} USING `))
  const hasFew = new Set(
    [...table.fields.values()].filter(({ target }) => target !== undefined).map(({ name }) => name),
  )
  const firsts = searches.flatMap((step) => /\((\w+)=\?/.exec(step)?.[1] ?? [])
  if (firsts.length > 0 && firsts.every((column) => column === 'id' || hasFew.has(column)))
    return { way: asTheyLie, isFew: true }
  const isFoundAs = (operators: string) => (field: string) => {
    const column = table.fields.get(field)?.name
    return searches.every((step) => new RegExp(`[( ]${column}[${operators}]`).test(step))
  }
  const isAllFound = conditions.every((condition) => isFoundBy(condition, isFoundAs('=<>'), isFoundAs('=')))
  return { way: isAllFound ? asTheyLie : 'walked', isFew: false }
}

/** Does the index give what meets the condition, and nothing that does not? `isOne`: all that it gives has one value of the field. */
function isFoundBy(condition: Node, isFound: (field: string) => boolean, isOne: (field: string) => boolean): boolean {
  // What holds for one of the rows holds for all, or for none.
  if (dependsOnly(condition, isOne)) return true
  if (condition.kind !== 'binary') return false
  const { operator, left, right } = condition
  if (operator === 'and') return isFoundBy(left, isFound, isOne) && isFoundBy(right, isFound, isOne)
  const [field, value] = left.kind === 'field' ? [left, right] : [right, left]
  const isOwn = field.kind === 'field' && field.record.kind === 'this' && isFound(field.field)
  return isOwn && operator !== '!=' && operator !== 'or' && !someNode(value, ({ kind }) => kind === 'this')
}

/** Reads the condition nothing of a row but these of its own fields? */
function dependsOnly(condition: Node, isAllowed: (field: string) => boolean): boolean {
  if (condition.kind === 'field' && condition.record.kind === 'this') return isAllowed(condition.field)
  return !OF_ROWS.has(condition.kind) && childrenOf(condition).every((child) => dependsOnly(child, isAllowed))
}

const OF_ROWS: ReadonlySet<Node['kind']> = new Set(['this', 'reverse', 'line', 'records'])

/** Row after row, in whatever order; the other names of rows begin alike (`r_6`). */
function isWalked(steps: readonly string[], row: string): boolean {
  return steps.some((step) => step === `SCAN ${row}` || step.startsWith(`SCAN ${row} `))
}

/** Row numbers go up: the last one tells, in 2 µs. */
function hasManyRows(connection: Connection, { table }: EntityTable): boolean {
  return Number(connection.prepare(`SELECT max(row) FROM ${table}`).get([])?.[0] ?? 0) > MANY_ROWS
}
