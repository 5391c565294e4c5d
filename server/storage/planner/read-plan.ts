// Plans reading under a policy: one record, a page, a count; the engine makes the JSON text.
import type { Node } from '#shared/expressions/node.ts'
import { isCollection } from '#shared/expressions/type-rules.ts'
import { someNode } from '#shared/expressions/walk.ts'
import { sql } from '../sql.ts'
import { toColumn } from '#shared/fields/stored-value.ts'
import type { Executor, SqlRow } from '../executor.ts'
import { isExpensive, isSteady } from './expensive-queries.ts'
import { foldRowRule } from './fold-row-rule.ts'
import type { ListParts, ListStatement } from './list-engine.ts'
import { bytesLeft, mostBytesOf, pageOf } from './page-bytes.ts'
import { orderByKeys, orderNewestFirst } from './page-order.ts'
import type { PageBranch, PageOrder } from './page-order.ts'
import { mergedStates } from '../merged-states.ts'
import { type OrderIndex, sortIndexOf } from '../schema/schema-objects.ts'
import { sqlParameter } from '../sql-parameter.ts'
import { readerCondition } from './condition-sql.ts'
import { compileSql, weightOf } from './plan-context.ts'
import type { CompiledStatement, PlanContext, RunValues, Sql } from './plan-context.ts'
import {
  condition,
  actorCondition,
  listedJson,
  policiesOf,
  recordJson,
  sortKeys,
  trashCondition,
  visibleRowsSql,
} from './record-sql.ts'
import { recordColumns } from './record-columns.ts'
import { relatedRows } from './related-rows.ts'
import type { PrintPart } from './related-rows.ts'
import { fieldPolicyOf, tableOf } from './plan-lookup.ts'
import type { Bindings, ReadPlan, ReadShape } from '../query-plans.ts'

/** Name of the row in every statement. */
const ROW = 'r'
const NOTHING = sql.raw('')
/** The engine plans by the value of a bare `LIMIT ?`, anew at each run: 40 of the 97 µs that a list of 20 took. A sum it does not look into. */
const LIMIT = sql`${sqlParameter('limit')} + 0`

/** How rows are found: in the table or by the full-text index, or among the few that the row rule leads to. */
interface Source extends Pick<ListParts, 'search'> {
  readonly name: 'whole' | 'own'
  readonly order: PageOrder
  /** Condition that a search adds to those of the rows. */
  readonly found: Sql
}

interface CompiledReadPlan extends ReadPlan {
  find(executor: Executor, bindings: Bindings, by: string, value: string): Promise<string | undefined>
}

export function runFind(
  executor: Executor,
  plan: ReadPlan,
  bindings: Bindings,
  by: string,
  value: string,
): Promise<string | undefined> {
  return (plan as CompiledReadPlan).find(executor, bindings, by, value)
}

export function compileReadPlan(context: PlanContext, shape: ReadShape): ReadPlan {
  const table = tableOf(context, shape.policy.entity)
  const json = recordJson(context, shape, ROW)
  const columns = recordColumns(context, shape, ROW)
  const listed = columns?.json ?? listedJson(context, shape, ROW)
  const mostOfOne = mostBytesOf(context.model, shape)
  const exported = foldRowRule(context, shape.filter, shape.exported ?? shape.policy, shape.policy)
  const visible = visibleRowsSql(context, exported, ROW, shape.trash)
  const filter = shape.filter ? sql` AND ${actorCondition(context, shape, shape.filter, ROW)}` : NOTHING
  const where = sql`${visible}${filter}`
  const search = shape.search ? context.lists.searchOf(context, shape, ROW) : undefined
  const isNewestFirst = search !== undefined && shape.sort.length === 0
  const rows = sql.raw(`${table.table} AS ${ROW}`)
  const along = search ? undefined : indexAlong(context, shape)
  const entity = context.model.entities.get(shape.policy.entity)
  const states = entity && mergedStates(entity, table)
  const whole: Source = {
    name: 'whole',
    order: isNewestFirst
      ? orderNewestFirst(sql`${search.from} CROSS JOIN ${rows}`, search.rowNumber, table.table, ROW)
      : orderByKeys(context.dialect, sortKeys(context, shape, ROW), table.table, ROW, along !== undefined),
    found: search ? sql` AND ${isNewestFirst ? search.matches : search.condition}` : NOTHING,
    search: search && (isNewestFirst ? 'newest first' : 'sorted'),
  }
  const ownRows = search && context.lists.ownRowsOf(context, shape.policy, ROW)
  const own: Source | undefined = ownRows && {
    name: 'own',
    order: isNewestFirst
      ? orderNewestFirst(ownRows.newestFirst, 'own.row', table.table, ROW)
      : { ...whole.order, from: ownRows.from },
    found: sql` AND ${search.inTexts}`,
    search: isNewestFirst ? 'as they come' : 'sorted',
  }
  const sourceFor = async (bindings: Bindings): Promise<Source> =>
    own && (await ownRows?.areFew(bindings)) === true ? own : whole
  const statements = new Map<string, CompiledStatement>()
  const pages = new Map<string, ListStatement>()

  const statement = (name: string, build: () => Sql): CompiledStatement => {
    let compiled = statements.get(name)
    if (!compiled) statements.set(name, (compiled = compileSql(context, build())))
    return compiled
  }
  /** Undefined: there is nothing to be found, or nothing that this reader may search. */
  const searchValues = (text: string | undefined, near = false): RunValues | undefined => {
    if (!shape.search) return {}
    return search?.valuesOf(text ?? '', near)
  }
  /**
   * Compiles the statement of the first page, or of a branch after a cursor. For a caller who is signed in, a rule
   * may be read from its other end.
   */
  const page = (bindings: Bindings, source: Source, branch: PageBranch): ListStatement => {
    const isSomebody = bindings.me !== null
    const name = `${source.name} ${branch.name} ${isSomebody}`
    let made = pages.get(name)
    if (made) return made
    const { order, found } = source
    const beyond = branch.where === undefined ? NOTHING : sql` AND ${branch.where}`
    const related = isSomebody && source === whole && !isNewestFirst ? relatedVisible() : undefined
    made = context.lists.compileList(context, {
      table,
      row: ROW,
      json: listed,
      columns,
      keys: order.columns,
      from: order.from,
      newest: isLookedThrough(source) ? newestOf(branch) : undefined,
      limit: LIMIT,
      where: sql`${where}${found}${beyond}`,
      related: related && sql`${related}${found}${beyond}`,
      along,
      order: branch.order,
      isPart: branch.where !== undefined,
      states: search || shape.trash === true ? undefined : states,
      inTrash: shape.trash === true,
      conditions: [exported.rows, shape.filter].filter((each) => typeof each === 'object'),
      isSeen: (field) => fieldPolicyOf(shape.policy, field) === true,
      isExpensive: isExpensive(context, shape),
      search: source.search,
    })
    pages.set(name, made)
    return made
  }
  /** Reports whether most of the newest records are seen: no rule and no filter hides them. */
  const isLookedThrough = (source: Source): boolean =>
    source === whole && isNewestFirst && shape.trash !== true && shape.filter === undefined && exported.rows === true
  const newestOf = (branch: PageBranch): Sql | undefined => {
    const newest = search?.newestFrom?.(branch.where)
    return newest && sql`${newest} CROSS JOIN ${rows}`
  }
  const count = (source: Source): CompiledStatement =>
    statement(`count ${source.name}`, () => {
      const found = source === whole && search ? sql` AND ${search.condition}` : source.found
      const from = source === whole ? rows : source.order.from
      return sql`SELECT count(*) FROM ${from} WHERE ${context.dialect.whileThereIsTime(ROW)} AND ${where}${found}`
    })
  const relatedVisible = (): Sql | undefined => {
    if (shape.exported !== undefined) return undefined
    const { rows: rule } = exported
    const ruled = typeof rule === 'boolean' ? undefined : relatedRows(context, rule, ROW)
    const printAsked: PrintPart = (part, row) => readerCondition(context, part, row, policiesOf(shape))
    const asked = shape.filter && isSeenWhole(shape) ? relatedRows(context, shape.filter, ROW, printAsked) : undefined
    if (ruled === undefined && asked === undefined) return undefined
    const allowed = ruled ?? (typeof rule === 'boolean' ? context.dialect.truth(rule) : condition(context, rule, ROW))
    return sql`${trashCondition(ROW, shape.trash)} AND ${allowed}${asked === undefined ? filter : sql` AND ${asked}`}`
  }

  const plan: CompiledReadPlan = {
    bytes: weightOf(json, listed, where, ...(columns?.columns ?? [])),
    async find(executor, bindings, by, value) {
      const place = table.fields.get(by)
      const when = fieldPolicyOf(shape.policy, by)
      if (place?.name === undefined || when === false) return undefined
      const key = toColumn(value, place.column)
      if (key === null || Number.isNaN(key)) return undefined
      const compiled = statement(`get ${by}`, () => {
        const seen = when === true ? NOTHING : sql` AND ${condition(context, when, ROW)}`
        return sql`SELECT ${json} FROM ${rows} WHERE ${sql.raw(`${ROW}.${place.name}`)} = ${sqlParameter('key')} AND ${where}${seen}`
      })
      const row = await compiled.get(executor, bindings, { key })
      return row && String(row[0])
    },
    async list(bindings, { limit, after: cursor, search: text, near = false }) {
      const values = searchValues(text, near)
      if (values === undefined) return { items: [], next: null }
      const isBroad = near || (text !== undefined && context.lists.isBroadSearch(text))
      const found: SqlRow[] = []
      const source = await sourceFor(bindings)
      const { order } = source
      const run = { ...values, ...(cursor && order.cursorValues(cursor)) }
      for (const branch of cursor ? order.branchesAfter(cursor) : order.first) {
        const mostBytes = bytesLeft(mostOfOne, limit, found)
        if (found.length > limit || (mostBytes !== undefined && mostBytes < 0 && found.length > 1)) break
        const left = { ...run, limit: limit + 1 - found.length }
        found.push(...(await page(bindings, source, branch).run(bindings, left, { isBroad, mostBytes })))
      }
      const items = pageOf(mostOfOne, limit, found)
      const last = items.length < found.length ? items.at(-1) : undefined
      return { items: items.map((row) => row[0] as string), next: last ? last.slice(1) : null }
    },
    async count(bindings, text, near) {
      const values = searchValues(text, near)
      if (values === undefined) return 0
      const counted = count(await sourceFor(bindings))
      const [row] = await counted.slowly(context.slow, bindings, values, {
        isUnhurried: isSteady(context, shape),
      })
      return Number(row?.[0] ?? 0)
    },
    async explain(bindings) {
      const source = await sourceFor(bindings)
      const statements = source.order.first.map((branch) => page(bindings, source, branch))
      return context.lists.explainRows(table, ROW, statements)
    },
  }
  return plan
}

/** Does the reader see each record and value that the filter reads? Then relations may be followed as the document does. */
function isSeenWhole({ filter, policy, otherPolicies }: ReadShape): boolean {
  const isHidden = (node: Node): boolean => {
    if (node.kind === 'line' || node.kind === 'records') return true
    // The records of a set exist as far as they may be read.
    const of = isCollection(node.type) ? node.type.of : undefined
    if (of?.kind === 'record' && otherPolicies?.get(of.entity)?.rows !== true) return true
    if (node.kind === 'field' && node.record.kind === 'this') return fieldPolicyOf(policy, node.field) !== true
    if (node.kind !== 'field' && node.kind !== 'reverse') return false
    const other = otherPolicies?.get(node.entity)
    return other?.rows !== true || fieldPolicyOf(other, node.field) !== true
  }
  return filter !== undefined && !someNode(filter, isHidden)
}

/** The index that lies in the order of the list. What is hidden in some rows lies in no order, and the trash in none of these. */
function indexAlong(context: PlanContext, { policy, sort, trash }: ReadShape): OrderIndex | undefined {
  if (trash === true || !sort.every(({ field }) => fieldPolicyOf(policy, field) === true)) return undefined
  return sortIndexOf(context.model, tableOf(context, policy.entity), sort, context.dialect.tables)
}
