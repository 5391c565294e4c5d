// Prints expressions for SQLite: truth as 1 or 0, lists as JSON text, texts compared by bytes.
import type { FieldColumn } from '#shared/fields/field-type.ts'
import { jsonScale } from '#shared/expressions/read-value.ts'
import { isCollection } from '#shared/expressions/type-rules.ts'
import type { Type } from '#shared/expressions/type.ts'
import { collationOf } from '../collation-sql.ts'
import { jsonText, largeJsonText, storedJson } from './json-text.ts'
import { sql } from '../sql.ts'
import type { Sql } from '../expressions/dialect.ts'
import type { StorageDialect, Total } from '../storage-dialect.ts'
import { sqliteTables } from './sqlite-tables.ts'

export const sqliteDialect: StorageDialect = {
  literal: (stored) => (stored === null ? sql`NULL` : sql`${sql.lit(stored)}`),
  bound: (parameter) => sql`${parameter}`,
  truth: (value) => sql.raw(value ? '1' : '0'),
  same: (wanted, left, right) => sql`(${left} ${sql.raw(wanted ? 'IS' : 'IS NOT')} ${right})`,
  equal: (left, right) => sql`(${left} IS ${right})`,
  sameKey: (key, value) => sql`${key} IS ${value}`,
  // Every eighth row asks: a call from SQL takes about as long as reading a row.
  whileThereIsTime: (row, number = 'row') => sql.raw(`(${row}.${number} & 7 OR within_time(${row}.${number}))`),
  ordered: (value) => value,
  collated: collationOf,
  once: (query) => query,
  largeNumbers: {
    compare: (operator, left, right) => sql`(v_compare(${left}, ${right}) ${sql.raw(operator)} 0)`,
    // With the affinity of numbers: the other side is compared as one.
    own: (value) => sql`CAST(${value} AS INTEGER)`,
    order: (value) => sql`v_order(${value})`,
    absolute: (value) => sql`v_absolute(${value})`,
    extreme: (name, values) =>
      values.reduce((best, value) => sql`${sql.raw(name === 'min' ? 'v_least' : 'v_greatest')}(${best}, ${value})`),
    extremeOf: (name, column) =>
      sql`${sql.raw(name === 'min' ? 'v_least_of' : 'v_greatest_of')}(json_group_array(${column}))`,
  },
  bounded: (value) => sql`v_bounded(${value})`,
  larger: (left, right) => sql`max(${left}, ${right})`,
  extreme: (name, values) => sql`${sql.raw(name)}(${sql.join(values)})`,
  joined: (column, between, order) => sql`coalesce(group_concat(${column}, ${between} ORDER BY ${order}), '')`,
  sum(column, type, isHeld) {
    // The engine has no sum for what is endless in both directions.
    if (type.kind === 'number')
      return sql`coalesce(v_finite(sum(${column} * 1.0)), CASE WHEN count(${column}) > 0 THEN 9e999 END)`
    if (isHeld) return sumInHalves(column)
    return sql`CASE WHEN count(${column}) > 0 THEN v_sum_of(json_group_array(${column})) END`
  },

  list: (items) => sql`json_array(${sql.join(items)})`,
  orEmpty: (list) => sql`coalesce(${list}, '[]')`,
  comparable: (list) => sql`json(coalesce(${list}, '[]'))`,
  elements(list, _of, alias) {
    const name = sql.raw(alias)
    return {
      from: sql`json_each(coalesce(${list}, '[]')) AS ${name}`,
      key: sql`${name}.key`,
      value: sql`${name}.value`,
    }
  },
  rows(items, alias) {
    const name = sql.raw(alias)
    const rows = items.map((item, index) => sql`SELECT ${sql.lit(index)} AS key, ${item} AS value`)
    const from = sql`(${sql.join(rows, sql` UNION ALL `)}) AS ${name}`
    return { from, key: sql`${name}.key`, value: sql`${name}.value` }
  },
  collect: (column, order) => sql`json_group_array(${column} ORDER BY ${order})`,
  element(list, index, _from, to, alias) {
    const name = sql.raw(alias)
    const value =
      to.kind === 'json'
        ? present(sql`iif(${name}.type IN ('object', 'array'), ${name}.value, json_quote(${name}.value))`)
        : sql`${name}.value`
    return sql`(SELECT ${value} FROM json_each(${list}) AS ${name} WHERE ${name}.key = ${index})`
  },
  includesOneOf: (list, words) =>
    sql`EXISTS (SELECT 1 FROM json_each(${list}) WHERE value IN (${sql.join(words.map((word) => sql.lit(word)))}))`,

  object: (entries) => sql`json_object(${sql.join(entries.map(([name, value]) => sql`${sql.lit(name)}, ${value}`))})`,
  member(object, name, type) {
    const path = sql.lit(`$.${JSON.stringify(name)}`)
    return type.kind === 'json' ? present(sql`${object} -> ${path}`) : sql`(${object} ->> ${path})`
  },

  objectOf: (pairs, type) => sql`json(v_object_of(${pairs}, ${sql.lit(JSON.stringify(type))}))`,

  json(value, type) {
    const form = formOf(type)
    // In the form of memory, which is not that of JSON: memory writes it.
    if (form === undefined)
      return sql`coalesce(v_json(${value}, ${sql.lit(JSON.stringify(type))}), ${sql.lit(isCollection(type) ? '[]' : 'null')})`
    if (type.kind !== 'decimal' && type.kind !== 'integer') return jsonText(value, { form })
    const scale = type.kind === 'decimal' ? jsonScale(type) : 0
    const written = largeJsonText(sql.raw('written.value'), { form, scale })
    return sql`(SELECT ${written} FROM (SELECT ${value} AS value) AS written)`
  },

  shown: (value, form) => sql`v_shown(${value}, ${sql.lit(JSON.stringify(form))})`,

  pattern: (_node, _is, print) => print(),
  timeZone: (_node, _is, print) => print(),

  tables: sqliteTables,
  boundTexts: 'SELECT value FROM json_each(?)',
  isOneOf: (column) => `${column} IN (SELECT value FROM json_each(?))`,
  listsAtOnce: false,
  renumbered: undefined,
  // The table itself lies in the order of positions, and no index may be taken in its place: nothing has to be sorted.
  relatedIds: (pairs, source) =>
    `(SELECT json_group_array(p.target) FROM ${pairs} AS p NOT INDEXED WHERE p.source = ${source})`,
  stored: (column, { kind }) => (kind === 'duration' ? sql`v_duration(${column})` : column),
  storedJson,
  computedJson: largeJsonText,
  jsonList: (texts) => sql`coalesce('[' || group_concat(${texts}, ',') || ']', '[]')`,
  startOfPeriod: (unit, value, moment) =>
    sql`period_start(${sql.lit(unit)}, ${sql.lit(moment === undefined ? 'date' : 'moment')}, ${sql.lit(moment?.timeZone ?? '')}, ${value})`,
  total: (value, isOfAnySize) => (isOfAnySize ? totalOfAnySize(value) : totalInHalves(value)),
  isTooLarge: (value, { kind }) => (kind === 'REAL' ? `abs(${value}) = 9e999` : `typeof(${value}) = 'text'`),
}

/** Values have 53 bits: added up in two halves, of which neither can overflow among 2 ** 26 rows, they give the exact sum. */
const HALF = 26n

function totalInHalves(value: Sql): Total {
  const half = (of: Sql): Sql => sql`coalesce(sum(${of}), 0)`
  return {
    columns: [half(sql`(${value}) >> ${sql.lit(HALF)}`), half(sql`(${value}) & ${sql.lit((1n << HALF) - 1n)}`)],
    read: ([high, low]) => (BigInt(Number(high)) << HALF) + BigInt(Number(low)),
  }
}

/** Sums values that may be texts of more digits than the engine's numbers have. */
function totalOfAnySize(value: Sql): Total {
  return { columns: [sql`v_sum_of(json_group_array(${value}))`], read: ([sum]) => BigInt(sum as string | number) }
}

/** Numbers of 53 bits, added up in two halves, of which neither can overflow among 2 ** 26 rows. */
function sumInHalves(column: Sql): Sql {
  const size = 2 ** 26
  const [high, low] = [sql`sum(${column} >> 26)`, sql`sum(${column} & ${sql.lit(size - 1)})`]
  return sql`v_halves(${high}, ${low}, ${sql.lit(size)})`
}

/** How a value of the type is stored, where that tells its JSON text. */
function formOf(type: Type): FieldColumn['form'] | undefined {
  switch (type.kind) {
    case 'boolean':
    case 'integer':
    case 'json':
    case 'decimal':
      return type.kind
    case 'set':
    case 'list':
      return isText(type.of) ? 'set' : undefined
    default:
      return isText(type) ? 'text' : undefined
  }
}

function isText({ kind }: Type): boolean {
  return ['text', 'choice', 'record', 'date', 'time', 'timestamp'].includes(kind)
}

/** A null inside of JSON is nothing. */
function present(json: Sql): Sql {
  return sql`nullif(${json}, 'null')`
}
