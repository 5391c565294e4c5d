// What goes when a record is deleted, worked out naively.
import type { Entities, Row } from '../entities.ts'
import { ownFields } from '../entities.ts'

type Rows = { readonly [entity: string]: readonly Row[] }

interface Deleted {
  /** Those that are left. */
  readonly rows: Rows
  /**
   * Ids of the deleted records, in the order in which their events run: the record itself, then what goes with it,
   * nearest first.
   */
  readonly gone: readonly string[]
}

/** Undefined: something holds it. */
export function deleteRow(entities: Entities, rows: Rows, id: string): Deleted | undefined {
  const gone = new Set([id])
  const relations = [...entities.values()].flatMap((entity) =>
    ownFields(entity).flatMap(({ name, kind, whenDeleted }) =>
      kind === 'one' ? (rows[entity.name] ?? []).map((row) => ({ row, field: name, whenDeleted })) : [],
    ),
  )
  const leadAway = () => relations.filter(({ row, field }) => gone.has(String(row[field])) && !gone.has(row.id))
  // The set grows while it is walked.
  for (const each of gone)
    for (const { row, field, whenDeleted } of relations)
      if (row[field] === each && whenDeleted === 'deleted with it') gone.add(row.id)
  if (leadAway().some(({ whenDeleted }) => whenDeleted === undefined)) return undefined
  const cleared = (row: Row): Row => ({
    ...row,
    ...Object.fromEntries(leadAway().flatMap((each) => (each.row === row ? [[each.field, null]] : []))),
  })
  const left = Object.entries(rows).map(([entity, all]) => [
    entity,
    all.filter((row) => !gone.has(row.id)).map(cleared),
  ])
  return { rows: Object.fromEntries(left) as Rows, gone: [...gone] }
}
