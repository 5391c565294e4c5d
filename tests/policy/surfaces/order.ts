// Orders the rows of a random world as lists come.
import type { FieldSpec, Row } from '../entities.ts'
import { LEVELS } from '../entities.ts'
import type { Asking } from './question.ts'

/**
 * Sorts rows as a list comes by default: people by name, everything else newest first, as far as one may know when it
 * was made.
 */
export function inOrder({ oracle, entity }: Asking, rows: readonly Row[]): readonly Row[] {
  const name = entity.name === 'Person' ? 'name' : 'created_at'
  const field = entity.fields.find((each) => each.name === name)
  const isKnown = field !== undefined && oracle.known(entity.name).has(name)
  return isKnown ? sortRows(rows, field, name === 'created_at') : rows.toReversed()
}

/** Empty values come last, whichever way. */
export function sortRows(rows: readonly Row[], field: FieldSpec, descending: boolean): readonly Row[] {
  const sign = descending ? -1 : 1
  return rows.toSorted((a, b) => {
    const [left, right] = [sortValue(field, a), sortValue(field, b)]
    if (left === right) return sign * (a.id < b.id ? -1 : 1)
    return left === null ? 1 : right === null ? -1 : sign * (left < right ? -1 : 1)
  })
}

function sortValue(field: FieldSpec, row: Row): string | number | boolean | null {
  const value = (row[field.name] ?? null) as string | number | boolean | null
  return field.kind === 'choice' && value !== null ? LEVELS.indexOf(String(value)) : value
}
