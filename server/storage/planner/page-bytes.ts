// Ends a page of a list where it is full: by its number of records, or by the bytes of their texts.
import { fieldType } from '#shared/fields/registry.ts'
import { mayBeLonger } from '#shared/fields/value-limits.ts'
import type { Field, Model } from '#shared/model/model.ts'
import { LONGEST_LISTED_TEXT, MOST_PAGE_BYTES } from '#shared/protocol/list.ts'
import type { SqlRow } from '../sqlite/connection.ts'
import type { ReadShape } from '../query-plans.ts'

/** Of records that can't be large so many need not be watched while they are read. */
const FEW_RECORDS = 100

/** So many values that are short by themselves are at most some kilobytes: ids, or what is known of files. */
const FEW_VALUES = 20

/** May records of the shape be so large that a page has to be watched, whatever its number of records? */
export function mayBeLarge(model: Model, shape: ReadShape): boolean {
  const entity = model.entities.get(shape.policy.entity)
  return (
    shape.expand.length > 0 ||
    (shape.lines ?? []).length > 0 ||
    shape.fields.some((name) => {
      const field = entity?.fields.get(name)
      return (
        field !== undefined && (isBulky(field) || (shape.named === true && mayBeLonger(field, LONGEST_LISTED_TEXT)))
      )
    })
  )
}

function isBulky({ type, limits: { atMost = Infinity } }: Field): boolean {
  const isMany = type.kind === 'relation' && type.many
  const { bulky = isMany ? 'when many' : undefined } = fieldType(type.kind)
  return bulky === true || (bulky === 'when many' && atMost > FEW_VALUES)
}

/** What is left of a page after these rows; undefined: it needs no watch. */
export function bytesLeft(isLarge: boolean, limit: number, found: readonly SqlRow[]): number | undefined {
  if (!isLarge && limit <= FEW_RECORDS) return undefined
  return found.reduce((left, row) => left - sizeOf(row), MOST_PAGE_BYTES)
}

/** The rows of the page, one at least; fewer than were found where others follow. */
export function pageOf(found: readonly SqlRow[], limit: number): readonly SqlRow[] {
  let bytes = 0
  const end = found.findIndex((row, at) => at === limit || ((bytes += sizeOf(row)) > MOST_PAGE_BYTES && at > 0))
  return end < 0 ? found : found.slice(0, end)
}

function sizeOf(row: SqlRow): number {
  return Buffer.byteLength(String(row[0]))
}
