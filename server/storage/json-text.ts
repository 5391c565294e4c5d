// Builds the SQL that gives a stored value as JSON text.
import type { FieldColumn } from '#shared/fields/field-type.ts'
import type { FieldPlace } from './schema/catalogue.ts'

/** JSON text of a stored (or computed) value; never NULL. `value` is SQL and is repeated where needed. */
export function jsonText(value: string, column: FieldColumn): string {
  switch (column.form) {
    case 'boolean':
      return `CASE ${value} WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END`
    case 'integer':
      // What is worked out may come as 36.0.
      return `coalesce(CAST(${value} AS INTEGER), 'null')`
    case 'json':
      return `coalesce(${value}, 'null')`
    case 'real':
    case 'text':
      return `json_quote(${value})`
    case 'decimal':
      return `coalesce(${decimalText(value, column.scale ?? 0)}, 'null')`
    case 'duration':
      return `coalesce('"' || iso_duration(${value}) || '"', 'null')`
    case 'set':
      return `coalesce(${value}, '[]')`
  }
}

/** 1250 with two places → `"12.50"`, quotes included; NULL stays NULL. */
function decimalText(value: string, scale: number): string {
  if (scale === 0) return `'"' || ${value} || '"'`
  const unit = 10 ** scale
  const sign = `CASE WHEN ${value} < 0 THEN '-' ELSE '' END`
  return `CASE WHEN ${value} IS NOT NULL THEN format('"%s%d.%0${scale}d"', ${sign}, abs(${value}) / ${unit}, abs(${value}) % ${unit}) END`
}

/** SQL of the field as it is stored in the row called `alias`; for a relation to many the JSON array of ids. */
export function storedValue(place: FieldPlace, alias: string): string {
  if (place.pairs === undefined) return `${alias}.${place.name}`
  // The table itself lies in the order of positions, and no index may be taken in its place: nothing has to be sorted.
  return `(SELECT json_group_array(p.target) FROM ${place.pairs} AS p NOT INDEXED WHERE p.source = ${alias}.id)`
}
