// Prints expressions for PostgreSQL 18 and newer: typed values, jsonb lists, collation "C".
// Stored forms are SQLite's: decimals and durations whole numbers, dates and moments texts of a fixed width.
// Exact numbers are worked with as numeric, which has them in any size; columns of fields may be bigint.
import { isTimeZone } from '#shared/expressions/zone-offset.ts'
import type { Scope } from '#shared/expressions/scope.ts'
import { isCollection } from '#shared/expressions/type-rules.ts'
import type { Type } from '#shared/expressions/type.ts'
import type { Dialect, Sql } from '../expressions/dialect.ts'
import { NotInSql } from '../expressions/dialect.ts'
import { bindExpressionParameter, expressionParameter } from '../expressions/expression-value.ts'
import { jsonOf, objectOfPairs } from './postgres-json.ts'
import { postgresPattern } from './postgres-pattern.ts'
import { writeShownForm } from './shown-form.ts'
import { sql } from '../sql.ts'

/** The type of the column or value; undefined for what is always empty. */
export function postgresType(type: Type): string | undefined {
  switch (type.kind) {
    case 'boolean':
      return 'boolean'
    case 'integer':
    case 'decimal':
    case 'duration':
      return 'numeric'
    case 'number':
      return 'double precision'
    case 'list':
    case 'set':
    case 'object':
      return 'jsonb'
    case 'json':
      return 'json'
    case 'null':
      return undefined
    default:
      return 'text'
  }
}

function cast(value: Sql, type: Type): Sql {
  const name = postgresType(type)
  return name === undefined ? value : sql`${value}::${sql.raw(name)}`
}

const isText = (type: Type): boolean => postgresType(type) === 'text'
const EMPTY_LIST = sql.raw("'[]'::jsonb")

/** JSON is kept and compared as it was written. */
function compared(value: Sql, type: Type): Sql {
  return type.kind === 'json' ? sql`(${value})::text` : value
}

export const postgresDialect: Dialect = {
  literal(stored, type) {
    if (stored === null) return cast(sql`NULL`, type)
    return type.kind === 'boolean' ? sql.raw(String(stored === 1)) : cast(sql`${sql.lit(stored)}`, type)
  },
  bound: (parameter, type) => (type.kind === 'null' ? sql`${parameter}::text` : cast(sql`${parameter}`, type)),
  truth: (value) => sql.raw(String(value)),
  same(wanted, left, right, type) {
    return sql`(${compared(left, type)} ${sql.raw(`IS ${wanted ? 'NOT ' : ''}DISTINCT FROM`)} ${compared(right, type)})`
  },
  // No index serves IS NOT DISTINCT FROM.
  equal(left, right, type, isOneThere) {
    const [a, b] = [compared(left, type), compared(right, type)]
    return isOneThere ? sql`(${a} = ${b})` : sql`(${a} = ${b} OR (${a} IS NULL AND ${b} IS NULL))`
  },
  // A value that is only asked whether it is there has no type of its own.
  sameKey: (key, value) => sql`(${key} = ${value} OR (${key} IS NULL AND ${value}::text IS NULL))`,
  // The server ends a statement by itself.
  whileThereIsTime: () => sql.raw('true'),
  ordered(value, type) {
    if (isText(type)) return sql`${value} COLLATE "C"`
    // Lists and objects by their text, as JSON has no order and jsonb one of its own.
    return isCollection(type) || type.kind === 'object' || type.kind === 'json'
      ? sql`(${value})::text COLLATE "C"`
      : value
  },
  collated: (value) => sql`v_collation_key(${value}) COLLATE "C"`,
  // Without it the planner writes the inner expression wherever it is looked at: twice each time, one inside the other.
  once: (query) => sql`${query} OFFSET 0`,
  bounded: (value) => sql`v_bounded(${value})`,
  larger: (left, right) => sql`greatest(${left}, ${right})`,
  extreme(name, values, type) {
    const call = sql.raw(name === 'min' ? 'v_least' : 'v_greatest')
    return values
      .map((value) => (isText(type) ? value : cast(sql`(${value})`, type)))
      .reduce((best, value) => sql`${call}(${best}, ${value})`)
  },
  joined: (column, between, order) => sql`coalesce(string_agg(${column}, ${between} ORDER BY ${order}), '')`,
  // Whole numbers are summed exactly, doubles with compensation.
  sum: (column, type) => (type.kind === 'number' ? sql`v_sum(${column})` : sql`v_whole(sum(${column}))`),

  list: (items) => sql`jsonb_build_array(${sql.join(items)})`,
  orEmpty: (list) => sql`coalesce(${list}, ${EMPTY_LIST})`,
  comparable: (list) => sql`coalesce(${list}, ${EMPTY_LIST})`,
  elements(list, of, alias) {
    const name = sql.raw(alias)
    return {
      from: sql`jsonb_array_elements(coalesce(${list}, ${EMPTY_LIST})) WITH ORDINALITY AS ${name}(value, key)`,
      key: sql`${name}.key`,
      value: fromJson(sql`${name}.value`, of),
    }
  },
  // Not UNION ALL: PostgreSQL 18 keeps the value of a query in its one half over all rows where it sees that the other has none.
  rows(items, alias) {
    const name = sql.raw(alias)
    const rows = items.map((item, index) => sql`(${sql.lit(index)}, ${item})`)
    const from = sql`(VALUES ${sql.join(rows)}) AS ${name}(key, value)`
    return { from, key: sql`${name}.key`, value: sql`${name}.value` }
  },
  collect: (column, order) => sql`coalesce(jsonb_agg(${column} ORDER BY ${order}), ${EMPTY_LIST})`,
  element(list, index, from, to, alias) {
    if (from.kind === 'json') return sql`v_json_item(${list}, ${index})`
    const name = sql.raw(alias)
    return sql`(SELECT ${fromJson(sql`${name}.value`, to)} FROM jsonb_array_elements(${list}) WITH ORDINALITY AS ${name}(value, key) WHERE ${name}.key = ${index} + 1)`
  },
  includesOneOf: (list, words) =>
    sql`jsonb_exists_any(coalesce(${list}, ${EMPTY_LIST}), ARRAY[${sql.join(words.map((word) => sql.lit(word)))}]::text[])`,

  object: (entries) =>
    sql`jsonb_build_object(${sql.join(entries.map(([name, value]) => sql`${sql.lit(name)}, ${value}`))})`,
  member,

  objectOf: (pairs, type) => objectOfPairs(pairs, type, { fromJson, member }),
  json: (value, type) => jsonOf(value, type, { fromJson, member }),

  shown(value, { as, type }) {
    const form = sql`${sql.lit(writeShownForm(as))}::jsonb`
    switch (type.kind) {
      case 'decimal':
        // 0.125 is 12.5 %.
        return sql`v_shown_number(${value} * ${sql.lit(`1e${as.form === 'percent' ? 2 - type.scale : -type.scale}`)}::numeric, ${form})`
      case 'number':
        return sql`v_shown_double(${value}, ${form})`
      case 'duration':
        return sql`v_shown_duration(${value}, ${form})`
      case 'date':
        return sql`v_shown_date(${value}, ${form})`
      case 'timestamp':
        return sql`v_shown_moment(${value}, ${sql.lit(as.timeZone)}, ${form})`
      default:
        return sql`v_shown_json((${value})::json)`
    }
  },

  pattern(node, is) {
    if (is === 'ofRows') throw new NotInSql('A pattern that is worked out from a row is matched in memory.')
    return sql`${is === 'written' && node.kind === 'literal' ? sql.lit(postgresPattern(String(node.value))) : expressionParameter(node, postgresPattern)}::text`
  },
  timeZone(node, is) {
    if (is === 'ofRows') throw new NotInSql('A time zone that is worked out from a row is looked up in memory.')
    return sql`${is === 'written' && node.kind === 'literal' ? sql.lit(knownZone(String(node.value))) : expressionParameter(node, knownZone)}::text`
  },
}

/** A zone that does not exist is UTC, as in memory. */
function knownZone(name: string): string {
  return isTimeZone(name) ? name : 'UTC'
}

/** The types of the language do not know it yet. */
const ExactJson = JSON as unknown as { rawJSON(text: string): unknown }

/** JSON has numbers of any size, but none that is endless. */
export function inPostgresList(value: boolean | number | bigint): unknown {
  return typeof value === 'bigint'
    ? ExactJson.rawJSON(String(value))
    : typeof value === 'number'
      ? String(value)
      : value
}

/**
 * Returns the value to bind for a parameter, or undefined for all other parameters. Throws NotInSql for a text that
 * PostgreSQL can't hold.
 */
export function bindForPostgres(value: unknown, scope: Scope): string | number | null | undefined {
  const bound = bindExpressionParameter(value, scope, inPostgresList)
  if (typeof bound === 'string' && (bound.includes('\0') || !bound.isWellFormed()))
    throw new NotInSql('A text with the character 0, or with half a character, is compared in memory.')
  return bound
}

function member(object: Sql, name: string, type: Type): Sql {
  if (type.kind === 'json') return sql`v_json_item((${object})::json, ${sql.lit(name)})`
  return isCollection(type) || type.kind === 'object'
    ? sql`(${object} -> ${sql.lit(name)})`
    : cast(sql`(${object} ->> ${sql.lit(name)})`, type)
}

/** An element of a jsonb list, by the type of the list's elements. */
function fromJson(value: Sql, type: Type): Sql {
  if (isCollection(type) || type.kind === 'object') return value
  return type.kind === 'json' ? sql`${value}::json` : cast(sql`(${value} #>> '{}')`, type)
}
