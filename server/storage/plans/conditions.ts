// Through whose eyes an expression is printed: the document's, which see all data, or a reader's, which see what he may read.
import { sql } from '../sql.ts'
import type { Node } from '#shared/expressions/node.ts'
import { printExpression } from '../expressions/expression-sql.ts'
import type { SqlContext } from '../expressions/expression-sql-place.ts'
import { placeOf, rightOn, tableOf } from './rights.ts'
import type { Planning, Sql } from './planning.ts'
import { whileThereIsTime } from '../time-limit.ts'
import type { ReadRights } from '../storage.ts'

/** What a reader may see of an entity; undefined: nothing at all. */
export type Eyes = (entity: string) => ReadRights | undefined

/** The document's own expression over the row called `alias`. */
export function printed(planning: Planning, node: Node, alias: string): Sql {
  return printExpression(node, documentContext(planning, alias))
}

/** What a reader asks over the row: hidden records do not exist, hidden values are empty. */
export function printedForReader(planning: Planning, node: Node, alias: string, eyes: Eyes): Sql {
  return printExpression(node, readerContext(planning, alias, eyes))
}

function documentContext(planning: Planning, alias: string): SqlContext {
  return {
    this: alias,
    fresh: planning.fresh,
    table: (entity) => sql.raw(`(SELECT * FROM ${tableOf(planning, entity).table} WHERE trashed_at IS NULL)`),
    column: (entity, field, row) => valueOf(planning, entity, field, row),
    link(entity, field) {
      const pairs = placeOf(planning, entity, field)?.pairs
      return pairs === undefined ? undefined : { table: sql.raw(pairs), owner: 'source', target: 'target' }
    },
  }
}

/** A reader's set may be any, within any other: looking through it has to end in time. */
function readerContext(planning: Planning, alias: string, eyes: Eyes): SqlContext {
  const document = documentContext(planning, alias)
  return {
    ...document,
    table(entity) {
      const rights = eyes(entity)
      const { table } = tableOf(planning, entity)
      if (!rights || rights.rows === false) return sql.raw(`(SELECT * FROM ${table} WHERE 0)`)
      const row = planning.fresh()
      const rule = rights.rows === true ? sql.raw('') : sql` AND ${printed(planning, rights.rows, row)}`
      return sql`(SELECT * FROM ${sql.raw(`${table} AS ${row}`)} WHERE ${whileThereIsTime(row)} AND ${sql.raw(`${row}.trashed_at IS NULL`)}${rule})`
    },
    column(entity, field, row) {
      const when = rightOn(eyes(entity), field)
      if (when === false) return sql.raw('NULL')
      const value = valueOf(planning, entity, field, row)
      return when === true ? value : sql`CASE WHEN ${printed(planning, when, row)} THEN ${value} END`
    },
    link(entity, field) {
      const link = document.link(entity, field)
      if (!link) return undefined
      const rights = eyes(entity)
      const when = rightOn(rights, field)
      if (!rights || rights.rows === false || when === false)
        return { ...link, table: sql`(SELECT * FROM ${link.table} WHERE 0)` }
      // A walk may have led to the owner of the pairs: that record has to be one that may be read.
      const conditions = [rights.rows, when].filter((each) => each !== true)
      if (conditions.length === 0) return link
      const [row, pair] = [planning.fresh(), planning.fresh()]
      const owner = sql.raw(`${tableOf(planning, entity).table} AS ${row} ON ${row}.id = ${pair}.source`)
      const met = sql.join(
        conditions.map((each) => printed(planning, each, row)),
        sql.raw(' AND '),
      )
      return {
        ...link,
        table: sql`(SELECT ${sql.raw(`${pair}.*`)} FROM ${link.table} AS ${sql.raw(pair)} JOIN ${owner} WHERE ${met})`,
      }
    },
  }
}

/** A stored field is its column; a computed one is its expression, which is the document's own whoever asks. */
export function valueOf(planning: Planning, entity: string, field: string, row: string): Sql {
  const place = placeOf(planning, entity, field)
  if (place?.name !== undefined) return sql.raw(`${row}.${place.name}`)
  const computed = planning.model.entities.get(entity)?.fields.get(field)?.computed
  if (!computed) throw new Error(`${entity} has no field ${field}`)
  return printed(planning, computed.expression.tree, row)
}
