// Reading under rights: one record, a page of records, and how many there are. Compiled once for a shape; the answer is JSON text made by the engine.
import { sql } from 'kysely'
import { toColumn } from '#shared/fields/stored.ts'
import type { Row } from '../connection.ts'
import { orderByKeys, orderNewestFirst } from './page-order.ts'
import { param } from '../parameter.ts'
import { compileSql } from './planning.ts'
import type { Compiled, Planning, RunValues, Sql } from './planning.ts'
import { condition, readersCondition, recordJson, sortKeys, visibleRows } from './record-sql.ts'
import { rightOn, tableOf } from './rights.ts'
import { matchValues, searchOf } from './search-sql.ts'
import type { ReadPlan, ReadShape } from '../storage.ts'

/** Name of the row in every statement. */
const ROW = 'r'
const NOTHING = sql.raw('')
/** The engine plans by the value of a bare `LIMIT ?`, anew at each run: 40 of the 97 µs that a list of 20 took. A sum it does not look into. */
const LIMIT = sql`${param('limit')} + 0`

export function compileReadPlan(planning: Planning, shape: ReadShape): ReadPlan {
  const table = tableOf(planning, shape.rights.entity)
  const json = recordJson(planning, shape, ROW)
  const visible = visibleRows(planning, shape.rights, ROW, shape.trash)
  const where = shape.filter ? sql`${visible} AND ${readersCondition(planning, shape, shape.filter, ROW)}` : visible
  const search = shape.search ? searchOf(planning, shape, ROW) : undefined
  const isNewestFirst = search !== undefined && shape.sort.length === 0
  const order = isNewestFirst
    ? orderNewestFirst(search, table.table, ROW)
    : orderByKeys(sortKeys(planning, shape, ROW), table.table, ROW)
  const searched = search ? sql` AND ${search.condition}` : NOTHING
  const rows = sql.raw(`${table.table} AS ${ROW}`)
  const statements = new Map<string, Compiled>()

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
  const page = (beyond: Sql, branch = 0): Sql => {
    const found = isNewestFirst ? order.where : searched
    return sql`SELECT ${json}, ${order.columns} FROM ${order.from} WHERE ${where}${found}${beyond} ORDER BY ${order.orderBy(branch)} LIMIT ${LIMIT}`
  }
  const first = () => statement('list', () => page(NOTHING))
  const after = (branch: number) => statement(`list ${branch}`, () => page(sql` AND ${order.branch(branch)}`, branch))

  return {
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
      const found: Row[] = []
      if (cursor) {
        const run = { ...values, ...order.cursorValues(cursor) }
        for (const branch of order.branchesAfter(cursor)) {
          if (found.length > limit) break
          found.push(...after(branch).all(planning.connection, bindings, { ...run, limit: limit + 1 - found.length }))
        }
      } else found.push(...first().all(planning.connection, bindings, { ...values, limit: limit + 1 }))
      const items = found.slice(0, limit)
      const last = found.length > limit ? items.at(-1) : undefined
      return { items: items.map((row) => row[0] as string), next: last ? last.slice(1) : null }
    },
    async count(bindings, text) {
      const values = searchValues(text)
      if (values === undefined) return 0
      const compiled = statement('count', () => sql`SELECT count(*) FROM ${rows} WHERE ${where}${searched}`)
      const [row] = await compiled.slowly(planning.slow, bindings, values)
      return Number(row?.[0] ?? 0)
    },
  }
}
