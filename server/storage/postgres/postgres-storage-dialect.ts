// Prints for PostgreSQL what stands outside of expressions: JSON texts, totals, bound lists.
import { sql } from '../sql.ts'
import type { Sql } from '../sql.ts'
import { NotInSql } from '../expressions/dialect.ts'
import type { ColumnForm, StorageDialect } from '../storage-dialect.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { postgresTables } from './postgres-tables.ts'

/** JSON has no word for an endless number. */
const MOST = sql.raw("'1.7976931348623157e308'::double precision")

export const postgresStorageDialect: StorageDialect = {
  ...postgresDialect,
  tables: postgresTables,
  boundTexts: 'SELECT value FROM jsonb_array_elements_text(?::jsonb) AS listed(value)',
  relatedIds: (pairs, source) =>
    `(SELECT coalesce(jsonb_agg(p.target ORDER BY p.position), '[]') FROM ${pairs} AS p WHERE p.source = ${source})`,
  storedJson: jsonText,
  computedJson: (value, column) =>
    jsonText(column.form === 'real' ? sql`greatest(-${MOST}, least(${value}, ${MOST}))` : value, column),
  jsonList: (texts) => sql`coalesce('[' || string_agg(${texts}, ',') || ']', '[]')`,
  startOfPeriod() {
    throw new NotInSql('Groups by a period are not worked out by PostgreSQL yet.')
  },
  total: (value) => ({
    columns: [sql`coalesce(sum(${value}), 0)::text`],
    read: ([total]) => BigInt(String(total)),
  }),
  isTooLarge: (value, { kind }) =>
    kind === 'REAL' ? `abs(${value}) = 'infinity'` : `abs(${value}) > ${Number.MAX_SAFE_INTEGER}`,
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
      // The product has as many places as its factors together, and none is lost.
      return sql`coalesce('"' || ((trunc((${value})::numeric)) * ${sql.lit((1 / 10 ** scale).toFixed(scale))}::numeric)::text || '"', 'null')`
    case 'set':
      return sql`coalesce((${value})::text, '[]')`
  }
}
