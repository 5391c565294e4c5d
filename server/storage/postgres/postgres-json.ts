// Prints for PostgreSQL the JSON text of values that were worked out, as the API writes it.
import { jsonScale } from '#shared/expressions/read-value.ts'
import type { Type } from '#shared/expressions/type.ts'
import type { Sql } from '../expressions/dialect.ts'
import { sql } from '../sql.ts'

/** JSON has no word for an endless number, and is read as numbers of this size. `type`: that of the value. */
export function boundedForJson(value: Sql, type: 'numeric' | 'double precision'): Sql {
  return sql`v_json_number((${value})::${sql.raw(type)})`
}

/** Whole units of a scale as a text: it has as many places, and none is lost. */
export function decimalText(value: Sql, scale: number): Sql {
  return sql`'"' || (trunc((${value})::numeric) * ${sql.lit((1 / 10 ** scale).toFixed(scale))}::numeric)::text || '"'`
}

/** Never NULL. `fromJson`: an element of a jsonb list by its type. `member`: that of a jsonb object. */
export interface JsonParts {
  fromJson(value: Sql, type: Type): Sql
  member(object: Sql, name: string, type: Type): Sql
}

export function jsonOf(value: Sql, type: Type, parts: JsonParts, depth = 0): Sql {
  switch (type.kind) {
    case 'null':
      return sql.lit('null')
    case 'boolean':
    case 'json':
      return sql`coalesce((${value})::text, 'null')`
    case 'integer':
      return sql`coalesce(trunc(${boundedForJson(value, 'numeric')})::text, 'null')`
    case 'number':
      return sql`coalesce(to_json(${boundedForJson(value, 'double precision')})::text, 'null')`
    case 'decimal':
      return sql`coalesce(${decimalText(value, jsonScale(type))}, 'null')`
    case 'duration':
      return sql`coalesce('"' || v_text_of_duration(${value}) || '"', 'null')`
    case 'list':
    case 'set': {
      const name = sql.raw(`item_${depth}`)
      const item = jsonOf(parts.fromJson(sql`${name}.value`, type.of), type.of, parts, depth + 1)
      return sql`(SELECT '[' || coalesce(string_agg(${item}, ',' ORDER BY ${name}.key), '') || ']' FROM jsonb_array_elements(coalesce(${value}, '[]'::jsonb)) WITH ORDINALITY AS ${name}(value, key))`
    }
    case 'object': {
      const name = sql.raw(`whole_${depth}`)
      const members = Object.entries(type.fields).map(([key, of], at) => {
        const member = jsonOf(parts.member(sql`${name}.value`, key, of), of, parts, depth + 1)
        return sql`${sql.lit(`${at === 0 ? '' : ','}${JSON.stringify(key)}:`)} || ${member}`
      })
      const text = members.length === 0 ? sql.lit('{}') : sql`'{' || ${sql.join(members, sql` || `)} || '}'`
      return sql`(SELECT CASE WHEN ${name}.value IS NULL THEN 'null' ELSE ${text} END FROM (SELECT ${value} AS value) AS ${name})`
    }
    default:
      return sql`coalesce(to_json((${value})::text)::text, 'null')`
  }
}

/** The object of a list of keys and values, as memory makes it: lists under one key are joined, and any other value that comes twice makes nothing of it. */
export function objectOfPairs(pairs: Sql, type: Type, parts: JsonParts): Sql {
  const of = type.kind === 'list' || type.kind === 'set' ? type.of : type
  const valueType: Type = of.kind === 'object' ? (of.fields['value'] ?? { kind: 'json' }) : { kind: 'json' }
  const text = jsonOf(parts.member(sql`pair.value`, 'value', valueType), valueType, parts)
  const listed = sql`SELECT pair.value ->> 'key' AS name, pair.key AS place, ${text} AS text FROM jsonb_array_elements(${pairs}) WITH ORDINALITY AS pair(value, key) WHERE jsonb_typeof(pair.value -> 'key') = 'string'`
  const joined = sql`SELECT name, min(place) AS place, CASE WHEN count(*) = 1 THEN min(text) WHEN bool_and(left(text, 1) = '[') THEN '[' || coalesce(string_agg(nullif(substr(text, 2, length(text) - 2), ''), ',' ORDER BY place), '') || ']' END AS text FROM (${listed}) AS listed GROUP BY name`
  return sql`(SELECT CASE WHEN ${pairs} IS NOT NULL AND count(*) = count(text) THEN ('{' || coalesce(string_agg(to_json(name)::text || ':' || text, ',' ORDER BY place), '') || '}')::json END FROM (${joined}) AS joined)`
}
