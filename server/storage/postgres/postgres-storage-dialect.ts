// Prints for PostgreSQL what stands outside of expressions: JSON texts, totals, bound lists.
import { sql } from '../sql.ts'
import type { Sql } from '../sql.ts'
import type { ColumnForm, SentValue, StorageDialect } from '../storage-dialect.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { boundedForJson, decimalText } from './postgres-json.ts'
import { postgresTables } from './postgres-tables.ts'

const BOUND_TEXTS = 'SELECT value FROM jsonb_array_elements_text(?::jsonb) AS listed(value)'

export const postgresStorageDialect: StorageDialect = {
  ...postgresDialect,
  tables: postgresTables,
  boundTexts: BOUND_TEXTS,
  // Of a query the planner does not know how few it gives, and may walk through the table.
  isOneOf: (column) => `${column} = ANY (ARRAY(${BOUND_TEXTS}))`,
  listsAtOnce: true,
  renumbered: 'DEFAULT',
  relatedIds: (pairs, source) =>
    `array_to_json(ARRAY(SELECT p.target FROM ${pairs} AS p WHERE p.source = ${source} ORDER BY p.position))`,
  // JSON is kept as the text that was written.
  stored(column, { kind }) {
    if (kind === 'duration') return sql`v_duration(${column})`
    if (kind === 'json') return sql`${column}::json`
    return kind === 'list' || kind === 'set' || kind === 'object' ? sql`${column}::jsonb` : column
  },
  storedJson: jsonText,
  sent: sentValue,
  computedJson(value, column) {
    if (column.form === 'duration') return jsonText(sql`v_text_of_duration(${value})`, column)
    if (column.form === 'real') return jsonText(boundedForJson(value, 'double precision'), column)
    return jsonText(column.form === 'integer' ? boundedForJson(value, 'numeric') : value, column)
  },
  jsonList: (texts) => sql`coalesce('[' || string_agg(${texts}, ',') || ']', '[]')`,
  startOfPeriod(unit, value, moment) {
    const date = moment === undefined ? value : sql`v_date_of_0(${value}, ${sql.lit(moment.timeZone)})`
    return sql`v_start_of_0(${sql.lit(unit)}, ${date})`
  },
  total: (value) => ({
    columns: [sql`coalesce(sum(${value}), 0)::text`],
    read: ([total]) => BigInt(String(total)),
  }),
  isTooLarge: (value, { kind }) =>
    kind === 'REAL' ? `abs(${value}) = 'infinity'` : `abs(${value}) > ${Number.MAX_SAFE_INTEGER}`,
}

/** The JSON text of a column that a list sends, NULL where it is empty; texts are sent as they are. */
function sentValue(value: Sql, { form, scale = 0 }: ColumnForm): SentValue {
  switch (form) {
    case 'boolean':
    case 'json':
    case 'integer':
      return { value: sql`(${value})::text`, isQuoted: false, empty: 'null' }
    case 'real':
      return { value: sql`to_json(${value})::text`, isQuoted: false, empty: 'null' }
    case 'text':
    case 'duration':
      return { value, isQuoted: true, empty: 'null' }
    case 'decimal':
      return { value: decimalText(value, scale), isQuoted: false, empty: 'null' }
    case 'set':
      return { value: sql`(${value})::text`, isQuoted: false, empty: '[]' }
  }
}

function jsonText(value: Sql, { form, scale = 0 }: ColumnForm): Sql {
  switch (form) {
    case 'boolean':
    case 'json':
      return sql`coalesce((${value})::text, 'null')`
    case 'integer':
      return sql`coalesce(trunc((${value})::numeric)::text, 'null')`
    case 'real':
    case 'text':
    case 'duration':
      return sql`coalesce(to_json(${value})::text, 'null')`
    case 'decimal':
      return sql`coalesce(${decimalText(value, scale)}, 'null')`
    case 'set':
      return sql`coalesce((${value})::text, '[]')`
  }
}
