// Builds the SQL that gives a value as JSON text on SQLite.
import type { FieldColumn } from '#shared/fields/field-type.ts'
import { sql } from '../sql.ts'
import type { Sql } from '../sql.ts'

/** JSON has no word for an endless number. */
const MOST = sql.raw('1.7976931348623157e308')
const LEAST = sql.raw('-1.7976931348623157e308')

/**
 * Gives JSON text for a computed value, whose number may be of any size. A number beyond the engine's range is stored
 * as a text of its digits.
 */
export function largeJsonText(value: Sql, column: Pick<FieldColumn, 'form' | 'scale'>): Sql {
  if (column.form === 'real') return sql`json_quote(max(${LEAST}, min(${value}, ${MOST})))`
  if (column.form === 'duration') return sql`coalesce('"' || v_text_of_duration(${value}) || '"', 'null')`
  const plain = jsonText(value, column)
  if (column.form !== 'integer' && column.form !== 'decimal') return plain
  const large =
    column.form === 'integer'
      ? sql`CASE WHEN abs(CAST(${value} AS REAL)) <= ${MOST} THEN ${value} WHEN substr(${value}, 1, 1) = '-' THEN ${LEAST} ELSE ${MOST} END`
      : sql`'"' || v_text_of_decimal(${value}, ${sql.lit(column.scale ?? 0)}) || '"'`
  return sql`CASE typeof(${value}) WHEN 'text' THEN ${large} ELSE ${plain} END`
}

/** JSON text of a column; never NULL. Its decimals are whole numbers of the engine, and most are not negative: put together from two parts they take half the time. */
export function storedJson(value: Sql, column: Pick<FieldColumn, 'form' | 'scale'>): Sql {
  const { form, scale = 0 } = column
  if (form !== 'decimal' || scale === 0) return jsonText(value, column)
  const unit = sql.lit(10 ** scale)
  const positive = sql`concat('"', ${value} / ${unit}, '.', substr(${unit} + ${value} % ${unit}, 2), '"')`
  return sql`CASE WHEN ${value} >= 0 THEN ${positive} ELSE ${jsonText(value, column)} END`
}

/** JSON text of a value; never NULL. `value` is repeated where it is a decimal. */
export function jsonText(value: Sql, { form, scale = 0 }: Pick<FieldColumn, 'form' | 'scale'>): Sql {
  switch (form) {
    case 'boolean':
      return sql`CASE ${value} WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END`
    case 'integer':
      // What is worked out may come as 36.0.
      return sql`coalesce(CAST(${value} AS INTEGER), 'null')`
    case 'json':
      return sql`coalesce(${value}, 'null')`
    case 'real':
    case 'duration':
    case 'text':
      return sql`json_quote(${value})`
    case 'decimal':
      return sql`coalesce(${decimalText(value, scale)}, 'null')`
    case 'set':
      return sql`coalesce(${value}, '[]')`
  }
}

/** 1250 with two places → `"12.50"`, quotes included; NULL stays NULL. */
function decimalText(value: Sql, scale: number): Sql {
  // What is worked out may come as 36.0.
  if (scale === 0) return sql`'"' || CAST(${value} AS INTEGER) || '"'`
  const unit = sql.lit(10 ** scale)
  const format = sql.lit(`"%s%d.%0${scale}d"`)
  const sign = sql`CASE WHEN ${value} < 0 THEN '-' ELSE '' END`
  return sql`CASE WHEN ${value} IS NOT NULL THEN format(${format}, ${sign}, abs(${value}) / ${unit}, abs(${value}) % ${unit}) END`
}
