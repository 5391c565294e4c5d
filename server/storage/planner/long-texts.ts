// Omits long texts from the records of a list, and names them in `_omitted`.
import { LONGEST_LISTED_TEXT } from '#shared/protocol/list.ts'
import { sql } from '../sql.ts'
import type { Sql } from './plan-context.ts'

const MOST = sql.lit(LONGEST_LISTED_TEXT)

/** May the text be long? Its size in bytes is known without reading it. */
export function mayBeLongSql(value: Sql): Sql {
  return sql`octet_length(${value}) > ${MOST}`
}

/** A condition of a CASE, where nothing behind what is decided is worked out: only where the size leaves a doubt are characters counted. */
export function isLongSql(value: Sql): Sql {
  return sql`(${mayBeLongSql(value)} AND (octet_length(${value}) > ${sql.lit(4 * LONGEST_LISTED_TEXT)} OR length(${value}) > ${MOST}))`
}

/** `,"_omitted":["description"]`, or nothing where all texts are short. */
export function omittedJson(omitted: readonly { readonly name: string; readonly when: Sql }[]): readonly Sql[] {
  if (omitted.length === 0) return []
  const any = sql.join(
    omitted.map(({ when }) => when),
    sql.raw(' OR '),
  )
  const names = omitted.map(({ name, when }) => sql`CASE WHEN ${when} THEN ${sql.raw(`',"${name}"'`)} ELSE '' END`)
  return [sql`CASE WHEN ${any} THEN concat(',"_omitted":[', substr(concat(${sql.join(names)}), 2), ']') ELSE '' END`]
}
