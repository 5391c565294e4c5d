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
  /** The fields that became empty because what they led to is deleted, by the id of their record. */
  readonly cleared: ReadonlyMap<string, readonly string[]>
}

/** `by` is the id of who deletes, and so changes what loses a relation. Undefined: something holds it. */
export function deleteRow(entities: Entities, rows: Rows, id: string, by: string | null): Deleted | undefined {
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
  const cleared = new Map<string, readonly string[]>()
  for (const { row, field } of leadAway()) cleared.set(row.id, [...(cleared.get(row.id) ?? []), field])
  const clear = (row: Row): Row => {
    const fields = cleared.get(row.id)
    if (fields === undefined) return row
    return { ...row, ...Object.fromEntries(fields.map((field) => [field, null])), updated_by: by }
  }
  const left = Object.entries(rows).map(([entity, all]) => [entity, all.filter((row) => !gone.has(row.id)).map(clear)])
  return { rows: Object.fromEntries(left) as Rows, gone: [...gone], cleared }
}
