// Reads records of a list as columns, of which memory writes their JSON texts.
//
// A server needs three times as long for the texts as for the columns.
import type { SqlRow } from '../executor.ts'
import type { ReadShape } from '../query-plans.ts'
import { sql } from '../sql.ts'
import { mayBeLongSql } from './long-texts.ts'
import { valueOf } from './condition-sql.ts'
import type { Sql, StatementContext } from './plan-context.ts'
import { carefulJson, linesJson, longFieldsOf, recordParts } from './record-sql.ts'
import type { RecordPart, RowOf } from './record-sql.ts'

/** More than these a statement may not have, with the keys of its order. */
const MOST_COLUMNS = 1_000

export interface RecordColumns {
  readonly columns: readonly Sql[]
  /** The JSON text as the engine writes it, whatever the row. */
  readonly json: Sql
  /** Writes the JSON text of the record in a row, which begins with these columns. */
  write(row: SqlRow): string
}

/** A piece of the text: what stands before it, its column, and how it is written. */
interface Piece {
  readonly before: string
  readonly column: Sql
  readonly isQuoted: boolean
  readonly empty: string
}

/** Undefined where the engine writes the JSON texts itself. */
export function recordColumns(context: StatementContext, shape: ReadShape, alias: string): RecordColumns | undefined {
  if (context.dialect.sent === undefined) return undefined
  const row: RowOf = { alias, inList: true }
  const long = longFieldsOf(context, shape)
  const pieces: readonly Piece[] = [
    { before: '{"id":"', column: sql.raw(`${alias}.id`), isQuoted: false, empty: '' },
    { before: '","_version":', column: sql.raw(`${alias}.version`), isQuoted: false, empty: '' },
    ...recordParts(context, shape, row).map((part) => {
      const piece = pieceOf(part)
      if (!long.has(part.name)) return piece
      // Where it may be long, the engine writes the text of the whole record.
      const mayBeLong = mayBeLongSql(valueOf(context, shape.policy.entity, part.name, alias))
      return { ...piece, column: sql`CASE WHEN ${mayBeLong} THEN NULL ELSE ${piece.column} END` }
    }),
    ...(shape.lines ?? []).map((lines) => ({
      before: `,"${lines.name}":`,
      column: linesJson(context, lines, row),
      isQuoted: false,
      empty: '[]',
    })),
  ]
  if (pieces.length > MOST_COLUMNS) return undefined
  const { json, when } = carefulJson(context, shape, alias)
  const careful = when === undefined ? [] : [sql`CASE WHEN ${when} THEN ${json} END`]
  return {
    columns: [...careful, ...pieces.map(({ column }) => column)],
    json,
    write(found) {
      const [whole] = found
      if (careful.length > 0 && typeof whole === 'string') return whole
      let at = careful.length
      let text = ''
      for (const { before, isQuoted, empty } of pieces) {
        const value = found[at++] ?? null
        if (value === null) text += before + empty
        else text += before + (isQuoted ? JSON.stringify(value) : String(value))
      }
      return `${text}}`
    },
  }
}

function pieceOf({ name, json, sent, seen }: RecordPart): Piece {
  const label = `,"${name}":`
  if (seen !== undefined) {
    const column = sql`CASE WHEN ${seen} THEN concat(${sql.raw(`'${label}'`)}, ${json}) END`
    return { before: '', column, isQuoted: false, empty: '' }
  }
  const { value, isQuoted, empty } = sent ?? { value: json, isQuoted: false, empty: 'null' }
  return { before: label, column: value, isQuoted, empty }
}
