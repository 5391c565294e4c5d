// Prints expressions for SQLite: truth as 1 or 0, lists as JSON text, texts compared by bytes.
import type { FieldColumn } from '#shared/fields/field-type.ts'
import { isMany } from '#shared/expressions/type-rules.ts'
import type { Type } from '#shared/expressions/type.ts'
import { collationOf } from '../collation-sql.ts'
import { jsonText } from '../json-text.ts'
import { sql } from '../sql.ts'
import type { Dialect, Sql } from './dialect.ts'

export const sqliteDialect: Dialect = {
  literal: (stored) => (stored === null ? sql`NULL` : sql`${sql.lit(stored)}`),
  bound: (parameter) => sql`${parameter}`,
  truth: (value) => sql.raw(value ? '1' : '0'),
  same: (wanted, left, right) => sql`(${left} ${sql.raw(wanted ? 'IS' : 'IS NOT')} ${right})`,
  ordered: (value) => value,
  collated: collationOf,
  once: (query) => query,
  larger: (left, right) => sql`max(${left}, ${right})`,
  extreme: (name, values) => sql`${sql.raw(name)}(${sql.join(values)})`,
  joined: (column, between, order) => sql`coalesce(group_concat(${column}, ${between} ORDER BY ${order}), '')`,
  // In doubles with compensation: exact as far as a result can be held.
  sum: (column) => sql`sum(${column} * 1.0)`,

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
      return sql`coalesce(v_json(${value}, ${sql.lit(JSON.stringify(type))}), ${sql.lit(isMany(type) ? '[]' : 'null')})`
    if (type.kind !== 'decimal') return jsonText(value, { form })
    const units = jsonText(sql.raw('written.units'), { form, scale: type.scale })
    return sql`(SELECT ${units} FROM (SELECT CAST(${value} AS INTEGER) AS units) AS written)`
  },

  shown: (value, form) => sql`v_shown(${value}, ${sql.lit(JSON.stringify(form))})`,

  pattern: (_node, _is, print) => print(),
  timeZone: (_is, print) => print(),
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
