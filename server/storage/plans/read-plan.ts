// Reading under rights: one record, a page of records, and how many there are. Compiled once for a shape; the answer is JSON text made by the engine.
import { sql } from '../sql.ts'
import { toColumn } from '#shared/fields/stored.ts'
import type { Row } from '../connection.ts'
import { isDear } from './dear-questions.ts'
import { compileList } from './list-statement.ts'
import type { ListStatement } from './list-statement.ts'
import { isTold, tellsOf } from './hidden-rows.ts'
import { bytesLeft, mayBeLarge, pageOf } from './page-bytes.ts'
import { orderByKeys, orderNewestFirst } from './page-order.ts'
import { atStep } from '../pace.ts'
import { param } from '../parameter.ts'
import { compileSql, weightOf } from './planning.ts'
import type { Compiled, Planning, RunValues, Sql } from './planning.ts'
import { condition, readersCondition, recordJson, sortKeys, there, visibleRows } from './record-sql.ts'
import { relatedRows } from './related-rows.ts'
import { rightOn, tableOf } from './rights.ts'
import { whileThereIsTime } from '../time-limit.ts'
import { isBroadSearch, matchValues, searchOf } from './search-sql.ts'
import type { Bindings, ReadPlan, ReadShape } from '../storage.ts'

/** Name of the row in every statement. */
const ROW = 'r'
const NOTHING = sql.raw('')
/** The engine plans by the value of a bare `LIMIT ?`, anew at each run: 40 of the 97 µs that a list of 20 took. A sum it does not look into. */
const LIMIT = sql`${param('limit')} + 0`

export function compileReadPlan(planning: Planning, shape: ReadShape): ReadPlan {
  const table = tableOf(planning, shape.rights.entity)
  const json = recordJson(planning, shape, ROW)
  const listed = recordJson(planning, shape, ROW, true)
  const isLarge = mayBeLarge(planning.model, shape)
  const visible = visibleRows(planning, shape.rights, ROW, shape.trash)
  const filter = shape.filter ? sql` AND ${readersCondition(planning, shape, shape.filter, ROW)}` : NOTHING
  const where = sql`${visible}${filter}`
  const search = shape.search ? searchOf(planning, shape, ROW) : undefined
  const isNewestFirst = search !== undefined && shape.sort.length === 0
  const order = isNewestFirst
    ? orderNewestFirst(search, table.table, ROW)
    : orderByKeys(sortKeys(planning, shape, ROW), table.table, ROW)
  const searched = search ? sql` AND ${search.condition}` : NOTHING
  const rows = sql.raw(`${table.table} AS ${ROW}`)
  const statements = new Map<string, Compiled>()
  const pages = new Map<string, ListStatement>()

  const statement = (name: string, build: () => Sql): Compiled => {
    let compiled = statements.get(name)
    if (!compiled) statements.set(name, (compiled = compileSql(planning, build())))
    return compiled
  }
  /** Undefined: there is nothing to be found, or nothing that this reader may search. */
  const searchValues = (text: string | undefined): RunValues | undefined => {
    if (!shape.search) return {}
    return search && matchValues(search, text ?? '')
  }
  /** Of the first page, or of a branch after a cursor. Whoever is signed in may have a rule read from its other end. */
  const page = (bindings: Bindings, branch?: number): ListStatement => {
    const isSomebody = bindings.me !== null
    const name = `${branch ?? 'first'} ${isSomebody}`
    let made = pages.get(name)
    if (made) return made
    const beyond = branch === undefined ? NOTHING : sql` AND ${order.branch(branch)}`
    const found = isNewestFirst ? order.where : searched
    const related = isSomebody && !isNewestFirst ? relatedVisible() : undefined
    made = compileList(planning, {
      ...{ table, row: ROW, json: listed, keys: order.columns, from: order.from, limit: LIMIT },
      where: sql`${where}${found}${beyond}`,
      related: related && sql`${related}${found}${beyond}`,
      orderBy: order.orderBy(branch ?? 0),
      inTrash: shape.trash === true,
      conditions: [shape.rights.rows, shape.filter].filter((each) => typeof each === 'object'),
      isDear: isDear(planning, shape),
      search: search === undefined ? undefined : isNewestFirst ? 'newest first' : 'sorted',
      tells: search?.tells === true || tellsOf(planning, shape, branch !== undefined),
    })
    pages.set(name, made)
    return made
  }
  let kept: { readonly compiled: Compiled; readonly isTold: boolean } | undefined
  const count = () => {
    if (kept) return kept
    const compiled = compileSql(
      planning,
      sql`SELECT count(*) FROM ${rows} WHERE ${whileThereIsTime(ROW)} AND ${where}${searched}`,
    )
    const tells = search?.tells === true || tellsOf(planning, shape, true)
    kept = { compiled, isTold: isTold(planning, tells, compiled, ROW) }
    return kept
  }
  const relatedVisible = (): Sql | undefined => {
    const { rows: rule } = shape.rights
    const related = typeof rule === 'boolean' ? undefined : relatedRows(planning, rule, ROW)
    return related && sql`${there(ROW, shape.trash)} AND ${related}${filter}`
  }

  return {
    bytes: weightOf(json, listed, where),
    async get(bindings, by, value) {
      const place = table.fields.get(by)
      const when = rightOn(shape.rights, by)
      if (place?.name === undefined || when === false) return undefined
      const key = toColumn(value, place.column)
      if (key === null || Number.isNaN(key)) return undefined
      const compiled = statement(`get ${by}`, () => {
        const seen = when === true ? NOTHING : sql` AND ${condition(planning, when, ROW)}`
        return sql`SELECT ${json} FROM ${rows} WHERE ${sql.raw(`${ROW}.${place.name}`)} = ${param('key')} AND ${where}${seen}`
      })
      const row = compiled.get(planning.connection, bindings, { key })
      return row && String(row[0])
    },
    async list(bindings, { limit, after: cursor, search: text }) {
      const values = searchValues(text)
      if (values === undefined) return { items: [], next: null }
      const isBroad = text !== undefined && isBroadSearch(text)
      const found: Row[] = []
      const run = { ...values, ...(cursor && order.cursorValues(cursor)) }
      let isTold = false
      const readPage = async (): Promise<void> => {
        for (const branch of cursor ? order.branchesAfter(cursor) : [undefined]) {
          const mostBytes = bytesLeft(isLarge, limit, found)
          if (found.length > limit || (mostBytes !== undefined && mostBytes < 0 && found.length > 1)) break
          const part = page(bindings, branch)
          isTold ||= part.isTold
          const left = { ...run, limit: limit + 1 - found.length }
          found.push(...(await part.run(bindings, left, { isBroad, mostBytes })))
        }
      }
      await atStep(planning.pace, () => isTold, readPage)
      const items = pageOf(found, limit)
      const last = items.length < found.length ? items.at(-1) : undefined
      return { items: items.map((row) => row[0] as string), next: last ? last.slice(1) : null }
    },
    async count(bindings, text) {
      const values = searchValues(text)
      if (values === undefined) return 0
      const counting = count()
      const [row] = await atStep(
        planning.pace,
        () => counting.isTold,
        () => counting.compiled.slowly(planning.slow, bindings, values),
      )
      return Number(row?.[0] ?? 0)
    },
  }
}
