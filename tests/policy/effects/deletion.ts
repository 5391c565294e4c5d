// What goes when a record is deleted, worked out naively.
import type { Entities, Row } from '../entities.ts'
import { ownFields } from '../entities.ts'

type Rows = { readonly [entity: string]: readonly Row[] }

/** The rows that are left; undefined: something holds it. */
export function deleteRow(entities: Entities, rows: Rows, id: string): Rows | undefined {
  const gone = new Set([id])
  const relations = [...entities.values()].flatMap((entity) =>
    ownFields(entity).flatMap(({ name, kind, whenDeleted }) =>
      kind === 'one' ? (rows[entity.name] ?? []).map((row) => ({ row, field: name, whenDeleted })) : [],
    ),
  )
  const leadAway = () => relations.filter(({ row, field }) => gone.has(String(row[field])) && !gone.has(row.id))
  for (let along = [id]; along.length > 0;) {
    along = leadAway().flatMap(({ row, whenDeleted }) => (whenDeleted === 'deleted with it' ? [row.id] : []))
    for (const each of along) gone.add(each)
  }
  if (leadAway().some(({ whenDeleted }) => whenDeleted === undefined)) return undefined
  const cleared = (row: Row): Row => ({
    ...row,
    ...Object.fromEntries(leadAway().flatMap((each) => (each.row === row ? [[each.field, null]] : []))),
  })
  return Object.fromEntries(
    Object.entries(rows).map(([entity, all]) => [entity, all.filter((row) => !gone.has(row.id)).map(cleared)]),
  )
}
