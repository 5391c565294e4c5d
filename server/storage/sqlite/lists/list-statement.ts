// Compiles the statement of a list by the engine's own query plan, and chooses its thread.
import type { Node } from '#shared/expressions/node.ts'
import { childrenOf, someNode } from '#shared/expressions/walk.ts'
import { sql } from '../../sql.ts'
import type { Connection } from '../connection.ts'
import type { ListParts, ListStatement } from '../../planner/list-engine.ts'
import type { EntityTable } from '../../schema/catalogue.ts'
import { indexedColumns } from '../statistics.ts'
import { printPageOrder } from '../../planner/page-order.ts'
import { compileSql } from '../../planner/plan-context.ts'
import type { PlanContext, RunValues, Sql } from '../../planner/plan-context.ts'
import { LruCache } from '../../lru-cache.ts'
import { findFew } from '../time-limit.ts'
import { TooManyFound } from '../../storage-error.ts'
import type { Bindings, RowSource } from '../../query-plans.ts'

/** Makes a condition that holds for every row as long as there is time and few rows were found. */
function whileFewAreFound(row: string): Sql {
  return sql.raw(`(${row}.row & 7 OR within_few(${row}.row))`)
}

/** Fewer rows than these are walked through in a few milliseconds at most. */
const MANY_ROWS = 5_000

/** So many rows are found and sorted in less time than it takes to hand the statement to a thread: half a millisecond. */
const FEW_AT_ONCE = 400
/** Callers who are known to have more: what is found in vain, and the error, take longer than the thread. */
const KNOWN_CALLERS = 1_000

/** `connection`: the reader's. */
export function compileList(connection: Connection, context: PlanContext, parts: ListParts): ListStatement {
  // The cross join keeps the order of own rows.
  const isInOrder = parts.search === 'as they come'
  const order = isInOrder ? sql.raw('') : sql` ORDER BY ${printPageOrder(parts.order)}`
  const whole = (where: Sql, from = parts.from): Sql =>
    sql`SELECT ${parts.json}, ${parts.keys} FROM ${from} WHERE ${where}${order} LIMIT ${parts.limit}`
  let where = parts.where
  let compiled = compileSql(context, whole(where))
  let steps = connection.explain(compiled.sql)
  if (parts.related && isLong(sourceOf(connection, parts, steps, isSortedBy(steps)).way)) {
    const fromThere = compileSql(context, whole(parts.related))
    const otherSteps = connection.explain(fromThere.sql)
    const other = sourceOf(connection, parts, otherSteps, isSortedBy(otherSteps))
    const isWorse = isLong(other.way) || otherSteps.some(isWholeTable)
    if (!isWorse) [where, compiled, steps] = [parts.related, fromThere, otherSteps]
  }
  const direct = sourceOf(connection, parts, steps, isSortedBy(steps))
  // Behind a cursor the engine may take an index in the order that is left, and pass over what the cursor leaves out.
  const mayPassOver = parts.isPart && parts.along?.isByState === true && !isAlong(steps, parts.along.name)
  const isDirect = !isSortedBy(steps) && !isLong(direct.way) && !mayPassOver
  // Where no index is in the order of the list, it is walked along from state to state, in place of sorting all of it.
  const mayWalk = isSortedBy(steps) && isLong(direct.way) && parts.along?.isByState === true
  const merged = isDirect ? undefined : stepsOfMerged(connection, context, parts, where, mayWalk)
  const isMerged = merged !== undefined
  if (merged) steps = merged
  const isSorted = isSortedBy(steps)
  const { way, isFew } = sourceOf(connection, parts, steps, isSorted)
  // A person may have had very many of them, which an index in another order would have to sort.
  const isMuch = way === 'sorted' && (!isFew || parts.along !== undefined)
  const mayBeLong =
    parts.search === undefined
      ? isLong(way) || isMuch
      : parts.conditions.length > 0 || parts.inTrash || parts.search !== 'newest first'
  const write = (rows: Sql): Sql =>
    (isMerged ? mergeStates(parts, rows) : undefined) ??
    (isSorted && parts.search !== 'newest first' && !isInOrder ? pageFirst(parts, rows) : whole(rows))
  if (isSorted || isMerged) compiled = compileSql(context, write(where))
  const inTime = (conditions: Sql): Sql => sql`${context.dialect.whileThereIsTime(parts.row)} AND ${conditions}`
  const limited = compileSql(context, write(inTime(where)))
  const walk = isSorted ? walkAlong(connection, context, parts, inTime(where), whole) : undefined
  const isFound = walk !== undefined && isFoundByOne(steps, parts.row)
  const few = isFound ? compileSql(context, write(sql`${whileFewAreFound(parts.row)} AND ${where}`)) : undefined
  const haveMany = new LruCache<true>(KNOWN_CALLERS)
  const isLongFor = (isBroad: boolean): boolean =>
    parts.isExpensive || ((mayBeLong || isBroad) && hasManyRows(connection, parts.table))
  const runLong = async (bindings: Bindings, values: RunValues, mostBytes: number | undefined) => {
    if (few === undefined || walk === undefined) return limited.slowly(context.slow, bindings, values, { mostBytes })
    const caller = bindings.me?.id ?? ''
    if (!parts.isExpensive && haveMany.get(caller) === undefined) {
      try {
        return await findFew(FEW_AT_ONCE, () => few.all(context.reader, bindings, values, mostBytes))
      } catch (error) {
        if (!(error instanceof TooManyFound)) throw error
        haveMany.set(caller, true)
      }
    }
    try {
      return await few.slowly(context.slow, bindings, values, { mostBytes })
    } catch (error) {
      if (!(error instanceof TooManyFound)) throw error
      return walk.slowly(context.slow, bindings, values, { mostBytes })
    }
  }
  return {
    way,
    steps,
    run: (bindings, values, { isBroad, mostBytes }) =>
      isLongFor(isBroad)
        ? runLong(bindings, values, mostBytes)
        : compiled.all(context.reader, bindings, values, mostBytes),
  }
}

/** Does one index lead to the rows? Where they are few they are sorted; else the list is walked in its order until the page is full. */
function isFoundByOne(steps: readonly string[], row: string): boolean {
  const search = new RegExp(`^SEARCH ${row} USING (?:COVERING )?INDEX `)
  return steps.filter((step) => search.test(step)).length === 1
}

function walkAlong(
  connection: Connection,
  context: PlanContext,
  parts: ListParts,
  where: Sql,
  whole: (where: Sql, from: Sql) => Sql,
) {
  const { along } = parts
  if (along === undefined) return undefined
  const from = sql`${parts.from}${sql.raw(` INDEXED BY ${along.name}`)}`
  const printed = along.isByState ? mergeStates({ ...parts, from }, where) : whole(where, from)
  const walk = printed && compileSql(context, printed)
  return walk && !isSortedBy(beforePage(connection.explain(walk.sql))) ? walk : undefined
}

function isAlong(steps: readonly string[], index: string): boolean {
  return steps.some((step) => step.includes(` INDEX ${index} `))
}

function isSortedBy(steps: readonly string[]): boolean {
  return steps.some((step) => step.startsWith('USE TEMP B-TREE'))
}

/** The steps in which the rows of a page are found, before their texts are made. */
function beforePage(steps: readonly string[]): readonly string[] {
  const page = steps.indexOf('SCAN page')
  return page < 0 ? steps : steps.slice(0, page)
}

/**
 * Prints a list that sorts rows by only their keys, so that records' texts are made for the page and not for all rows
 * found. The cross join keeps the page's order, one text after another; a second sort would make all texts before the
 * first is read.
 */
function pageFirst(parts: ListParts, where: Sql): Sql {
  const { row, from, order, limit } = parts
  return textsOf(
    parts,
    sql`SELECT ${sql.raw(`${row}.row`)} FROM ${from} WHERE ${where} ORDER BY ${printPageOrder(order)} LIMIT ${limit}`,
  )
}

/** Prints a list as one that is merged from those of each state. Undefined: there are no states to merge by. */
function mergeStates(parts: ListParts, where: Sql): Sql | undefined {
  const { row, from, order, limit, states } = parts
  if (states === undefined) return undefined
  const keys = sql.join(order.map(({ sql: key }) => key))
  // So a filter that asks for other states ends a walk before it begins: it is put together with this one.
  const lists = states.words.map(
    (word) =>
      sql`SELECT ${sql.raw(`${row}.row`)}, ${keys} FROM ${from} WHERE ${sql.raw(`${row}.${states.column} = `)}${sql.lit(word)} AND ${where}`,
  )
  // The first column is the number of the row.
  const columns = order.map(({ descending }, at) => sql.raw(`${at + 2}${descending ? ' DESC' : ''}`))
  return textsOf(parts, sql`${sql.join(lists, sql.raw(' UNION ALL '))} ORDER BY ${sql.join(columns)} LIMIT ${limit}`)
}

/**
 * The steps in which the rows of a merged list are found; undefined where any state would be sorted, or, unless it `mayWalk`, walked
 * through.
 */
function stepsOfMerged(
  connection: Connection,
  context: PlanContext,
  parts: ListParts,
  where: Sql,
  mayWalk: boolean,
): readonly string[] | undefined {
  const merged = mergeStates(parts, where)
  const found = merged && beforePage(connection.explain(compileSql(context, merged).sql))
  if (found === undefined || isSortedBy(found)) return undefined
  return mayWalk || sourceOf(connection, parts, found, false).way === 'in order' ? found : undefined
}

/** Prints what makes the texts of a page, in its order. */
function textsOf({ table, row, json, keys }: ListParts, page: Sql): Sql {
  const rows = sql.raw(`${table.table} AS ${row} ON ${row}.row = page.row`)
  return sql`SELECT ${json}, ${keys} FROM (${page}) AS page CROSS JOIN ${rows}`
}

/** Decides how rows are found: `walked` is what may look at much of a large table before the page is full. `isFew`: an index leads to the few rows of a relation or key. */
function sourceOf(
  connection: Connection,
  { table, row, conditions, inTrash, isSeen }: ListParts,
  steps: readonly string[],
  isSorted: boolean,
): { readonly way: RowSource['way']; readonly isFew: boolean } {
  const asTheyLie = isSorted ? 'sorted' : 'in order'
  if (isWalked(steps, row)) {
    const isHeld = heldBy(connection, table, row, steps)
    const isByEntries = conditions.every((condition) =>
      dependsOnly(condition, (field) => isSeen(field) && isHeld(field)),
    )
    const isAll = conditions.length === 0
    const way = isSorted || inTrash || !isByEntries ? 'walked' : isAll ? 'in order' : 'by entries'
    return { way, isFew: false }
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
  const isAllFound = (isGiven: (field: string) => boolean) =>
    conditions.every((condition) => isFoundBy(condition, isFoundAs('=<>'), isGiven))
  if (isAllFound(isFoundAs('='))) return { way: asTheyLie, isFew: false }
  const isHeld = heldBy(connection, table, row, steps)
  const isByEntries = !isSorted && isAllFound((field) => isFoundAs('=')(field) || (isSeen(field) && isHeld(field)))
  return { way: isByEntries ? 'by entries' : 'walked', isFew: false }
}

/** Looks up the columns of the indexes that lead to the rows, index by index. */
function columnsUsed(connection: Connection, row: string, steps: readonly string[]): readonly ReadonlySet<string>[] {
  const used = steps.filter((step) => step.startsWith(`SEARCH ${row} `) || step.startsWith(`SCAN ${row}`))
  return used.map((step) => {
    const name = / INDEX (\w+)/.exec(step)?.[1] ?? ''
    const [definition] = connection.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get([name]) ?? []
    return new Set(typeof definition === 'string' ? indexedColumns(definition) : [])
  })
}

/** The fields whose values are in each index that leads to the rows: the engine looks at them there. */
function heldBy(
  connection: Connection,
  table: EntityTable,
  row: string,
  steps: readonly string[],
): (field: string) => boolean {
  let held: readonly ReadonlySet<string>[] | undefined
  return (field) => {
    held ??= columnsUsed(connection, row, steps)
    const column = table.fields.get(field)?.name
    return column !== undefined && held.length > 0 && held.every((columns) => columns.has(column))
  }
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

/** May it pass over very many rows, or entries of an index, before the page is full? */
function isLong(way: RowSource['way']): boolean {
  return way === 'walked' || way === 'by entries'
}

/** Is the set at the other end of a relation all of its table? */
function isWholeTable(step: string): boolean {
  return /^SCAN a\d+( |$)/.test(step)
}

/** Row after row, in whatever order; the other names of rows begin alike (`r_6`). */
function isWalked(steps: readonly string[], row: string): boolean {
  return steps.some((step) => step === `SCAN ${row}` || step.startsWith(`SCAN ${row} `))
}

/** Row numbers go up: the last one tells, in 2 µs. */
function hasManyRows(connection: Connection, { table }: EntityTable): boolean {
  return Number(connection.prepare(`SELECT max(row) FROM ${table}`).get([])?.[0] ?? 0) > MANY_ROWS
}
