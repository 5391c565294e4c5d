// Plans groups and measures under a policy: counts, sums, averages, extremes.
import { sql } from '../sql.ts'
import { isExact } from '../expressions/held-numbers.ts'
import { printIsoDuration, readIsoDuration, scaleDuration } from '#shared/expressions/duration.ts'
import { makeWhole } from '#shared/expressions/functions/whole.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { Type } from '#shared/expressions/type.ts'
import { isCollated, isCollection, TEXT } from '#shared/expressions/type-rules.ts'
import { fieldType } from '#shared/fields/registry.ts'
import type { FieldColumn } from '#shared/fields/field-type.ts'
import { fromColumn } from '#shared/fields/stored-value.ts'
import { actorSql } from './condition-sql.ts'
import { compileSql, weightOf } from './plan-context.ts'
import type { PlanContext, Sql } from './plan-context.ts'
import { isSteady } from './expensive-queries.ts'
import { policiesOf, pathNode, actorCondition, visibleRowsSql } from './record-sql.ts'
import { placeOf, tableOf } from './plan-lookup.ts'
import { collationOfColumn } from '../collation-sql.ts'
import { ordinal } from '../sort-keys.ts'
import { NumberOverflow } from '../executor.ts'
import { MeasureTooLarge } from '../storage-error.ts'
import type { Total } from '../storage-dialect.ts'
import type { Group, SummaryGroup, SummaryPlan, SummaryShape } from '../query-plans.ts'

const ROW = 'r'
/** More groups than a person can look at are not given; that there are more is said. */
const GROUPS_AT_MOST = 1_000

export function compileSummaryPlan(context: PlanContext, shape: SummaryShape): SummaryPlan {
  const { entity } = shape.policy
  const visible = visibleRowsSql(context, shape.policy, ROW)
  const where = shape.filter ? sql`${visible} AND ${actorCondition(context, shape, shape.filter, ROW)}` : visible
  const keys = (shape.by ?? []).map((by, index) => keySql(context, shape, by, `group_key_${index}`))
  const measures = shape.measures.map((measure) => measureSql(context, shape, measure))
  const columns = sql.join([
    ...keys.map(({ value, name }) => sql`${value} AS ${sql.raw(name)}`),
    ...measures.flatMap((measure) => measure.columns),
  ])
  const names = sql.raw(keys.map(({ name }) => name).join(', '))
  const lists = sql.join(
    keys.map(({ list }) => (list === undefined ? sql.raw('') : sql` LEFT JOIN ${list}`)),
    sql.raw(''),
  )
  const rows = sql`SELECT ${columns} FROM ${sql.raw(`${tableOf(context, entity).table} AS ${ROW}`)}${lists} WHERE ${context.dialect.whileThereIsTime(ROW)} AND ${where}`
  // Outside of the groups, where their keys are columns: not every engine knows the names in expressions beside them.
  const grouped =
    keys.length === 0
      ? rows
      : sql`SELECT * FROM (${rows} GROUP BY ${names}) AS grouped ORDER BY ${sql.join(keys.map(({ order }) => order))} LIMIT ${sql.lit(GROUPS_AT_MOST + 1)}`
  const compiled = compileSql(context, grouped)
  // Two lists of a record make a thousand times a thousand rows of it.
  const isUnhurried = isSteady(context, shape) && keys.filter(({ list }) => list !== undefined).length < 2
  return {
    bytes: weightOf(sql.raw(compiled.sql)),
    async run(bindings) {
      const rows = await compiled.slowly(context.slow, bindings, {}, { isUnhurried }).catch((error: unknown) => {
        const field = error instanceof NumberOverflow ? overflowingField(context, shape) : undefined
        throw field === undefined ? error : new MeasureTooLarge(field)
      })
      const groups = rows.slice(0, GROUPS_AT_MOST).map((row): Group => {
        const left = row.slice(keys.length)
        return {
          keys: keys.map(({ column }, index) => {
            const value = row[index]
            return (value === null || value === undefined ? null : fromColumn(value, column)) as Group['keys'][number]
          }),
          measures: measures.map((measure) => measure.json(left.splice(0, measure.columns.length))),
        }
      })
      return { groups, isCut: rows.length > GROUPS_AT_MOST }
    },
  }
}

/** Finds the field whose sum was too large for the engine, which does not say it: only numbers with a point have such sums. */
function overflowingField(context: PlanContext, { policy, measures }: SummaryShape): string | undefined {
  return measures.find(
    ({ kind, field }) =>
      (kind === 'sum' || kind === 'average') &&
      field !== undefined &&
      columnOf(context, policy.entity, field).kind === 'REAL',
  )?.field
}

interface KeySql {
  readonly name: string
  readonly value: Sql
  readonly order: Sql
  readonly column: FieldColumn
  /** Rows of a list, of which each is in a group of its own, as they are joined. */
  readonly list?: Sql
}

/** Moments are grouped by the calendar of the application's time zone; the key is the first day of the group. */
function keySql(context: PlanContext, shape: SummaryShape, by: SummaryGroup, name: string): KeySql {
  const node = pathNode(context, shape.policy.entity, by.field)
  const value = actorSql(context, node, ROW, policiesOf(shape))
  const column = columnOf(context, shape.policy.entity, by.field)
  if (by.unit) {
    const { timeZone } = context.model.settings
    const moment = node.type.kind === 'timestamp' ? { timeZone } : undefined
    const start = context.dialect.startOfPeriod(by.unit, value, moment)
    return { name, value: start, order: sql.raw(`${name} IS NULL, ${name}`), column: { kind: 'TEXT', form: 'text' } }
  }
  if (isCollection(node.type) && node.type.of.kind !== 'json') return entryKeySql(context, shape, node, name)
  const byText = context.dialect.ordered(sql.raw(name), TEXT)
  // Not every engine compares JSON, and all compare its text.
  if (node.type.kind === 'json' || node.type.kind === 'object' || isCollection(node.type))
    return { name, value: sql`CAST(${value} AS text)`, order: sql`${sql.raw(name)} IS NULL, ${byText}`, column }
  if (node.type.kind === 'duration') {
    const order = sql.raw(`${name} IS NULL, v_order(v_duration(${name}))`)
    return { name, value: sql`v_text_of_duration(${value})`, order, column }
  }
  return { name, value, order: orderOfKey(context, name, node.type), column }
}

/** A record is in the group of each entry of its list, once, and without entries in the one of nothing. */
function entryKeySql(context: PlanContext, shape: SummaryShape, node: Node, name: string): KeySql {
  const { type, span } = node
  const of = isCollection(type) ? type.of : type
  const mayRepeat = of.kind === 'text'
  const once: Node = mayRepeat ? { kind: 'call', name: 'distinct', arguments: [node], type, span } : node
  const list = actorSql(context, once, ROW, policiesOf(shape))
  const alias = context.fresh()
  const { from, value } = context.dialect.elements(list, of, alias)
  const joined = sql`${from} ON ${context.dialect.whileThereIsTime(alias, 'key')}`
  return { name, value, order: orderOfKey(context, name, of), column: { kind: 'TEXT', form: 'text' }, list: joined }
}

function orderOfKey({ dialect }: PlanContext, name: string, type: Type): Sql {
  const first = type.kind === 'choice' ? sql.raw(ordinal(name, type.words)) : dialect.ordered(sql.raw(name), type)
  const collated = isCollated(type) ? [sql.raw(collationOfColumn(name))] : []
  return sql.join([sql.raw(`${name} IS NULL`), ...collated, first])
}

interface MeasureSql {
  readonly columns: readonly Sql[]
  /** Computes the measure from the results of its columns, in JSON form. */
  json(results: readonly unknown[]): string | number | null
}

function measureSql(
  context: PlanContext,
  shape: SummaryShape,
  { kind, field }: SummaryShape['measures'][number],
): MeasureSql {
  if (kind === 'count' || field === undefined)
    return { columns: [sql.raw('count(*)')], json: ([result]) => Number(result) }
  const value = actorSql(context, pathNode(context, shape.policy.entity, field), ROW, policiesOf(shape))
  const node = pathNode(context, shape.policy.entity, field)
  const column = columnOf(context, shape.policy.entity, field)
  const isWhole = column.kind === 'INTEGER' || column.form === 'duration'
  const isLarge = column.form === 'duration' || isWorkedOut(context, node)
  const total = context.dialect.total(value, isLarge)
  if (kind === 'sum' && isWhole) return wholeSum(total, column, field)
  if (kind === 'average') return isWhole ? wholeAverage(value, total, column) : numberAverage(value, field)
  const large = isLarge ? context.dialect.largeNumbers : undefined
  const called =
    large !== undefined && (kind === 'min' || kind === 'max')
      ? large.extremeOf(kind, value)
      : sql`${sql.raw(kind)}(${value})`
  return {
    columns: [kind === 'sum' ? sql`coalesce(${called}, 0)` : called],
    json([result]) {
      if (result === null || result === undefined) return null
      if (typeof result === 'number' && !Number.isFinite(result)) throw new MeasureTooLarge(field)
      return measured(result, column)
    },
  }
}

/** A duration is kept as its text, and worked with as a number of both of its parts. */
function measured(result: unknown, column: FieldColumn): string | number {
  if (column.form !== 'duration') return fromColumn(result, column) as string | number
  return printIsoDuration(makeWhole(BigInt(result as bigint | string | number)))
}

function isWorkedOut(context: PlanContext, node: Node): boolean {
  return node.kind === 'field' && isExact(node.type) && placeOf(context, node.entity, node.field)?.name === undefined
}

function wholeSum(total: Total, column: FieldColumn, field: string): MeasureSql {
  return {
    columns: total.columns,
    json(results) {
      const units = total.read(results)
      if (column.form === 'integer' && !Number.isSafeInteger(Number(units))) throw new MeasureTooLarge(field)
      const result = measured(units, column)
      if (column.form === 'duration' && readIsoDuration(String(result)) === null) throw new MeasureTooLarge(field)
      return result
    },
  }
}

/** Rounded to a unit of the column, half a unit upwards; that of integers is a number of its own. */
function wholeAverage(value: Sql, total: Total, column: FieldColumn): MeasureSql {
  return {
    columns: [...total.columns, sql`count(${value})`],
    json(results) {
      const [sum, values] = [total.read(results), BigInt(Number(results.at(-1)))]
      if (values === 0n) return null
      if (column.form === 'integer') return Number(sum) / Number(values)
      if (column.form === 'duration')
        return printIsoDuration(scaleDuration(makeWhole(sum), (value) => value / Number(values)))
      const [twice, divisor] = [2n * sum + values, 2n * values]
      const units = twice / divisor - (twice % divisor < 0n ? 1n : 0n)
      return fromColumn(units, column) as string
    },
  }
}

/** Divides their sum: the engines' own averages are not too large for the same numbers. */
function numberAverage(value: Sql, field: string): MeasureSql {
  return {
    columns: [sql`sum(${value})`, sql`count(${value})`],
    json([sum, values]) {
      if (sum === null || sum === undefined) return null
      if (!Number.isFinite(Number(sum))) throw new MeasureTooLarge(field)
      return Number(sum) / Number(values)
    },
  }
}

function columnOf(context: PlanContext, entity: string, path: string): FieldColumn {
  const names = path.split('.')
  const owner = names.slice(0, -1).reduce((at, name) => {
    const type = context.model.entities.get(at)?.fields.get(name)?.type
    return type?.kind === 'relation' ? type.entity : at
  }, entity)
  const type = context.model.entities.get(owner)?.fields.get(names.at(-1) ?? '')?.type
  if (!type) throw new Error(`${entity} has no field ${path}`)
  return fieldType(type.kind).column(type)
}
