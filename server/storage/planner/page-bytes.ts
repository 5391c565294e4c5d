// Ends a page of a list where it is full: by its number of records, or by the bytes of their texts.
import { isMany } from '#shared/fields/coerce-value.ts'
import { fieldType } from '#shared/fields/registry.ts'
import { longestText, mayBeLonger } from '#shared/fields/value-limits.ts'
import type { Field, Model } from '#shared/model/model.ts'
import { LONGEST_LISTED_TEXT, MOST_PAGE_BYTES } from '#shared/protocol/list.ts'
import type { SqlRow } from '../executor.ts'
import type { ReadShape } from '../query-plans.ts'

/** A page that can't have more bytes need not be watched while it is read: row by row takes a third longer. */
const MOST_UNWATCHED = 4 * MOST_PAGE_BYTES

/** So many values that are short by themselves are at most some kilobytes: ids, words, or what is known of files. */
const FEW_VALUES = 20
const BYTES_OF_VALUE = 100
const BYTES_OF_CHARACTER = 4

/** About how many bytes a listed record of the shape has at the most; Infinity: nothing bounds it. */
export function mostBytesOf(model: Model, shape: ReadShape): number {
  if ((shape.lines ?? []).length > 0) return Infinity
  const fields = model.entities.get(shape.policy.entity)?.fields
  return shape.fields.reduce((sum, name) => {
    const field = fields?.get(name)
    if (field === undefined) return sum
    const other = shape.expand.find((one) => one.field === name)
    return sum + (other === undefined ? bytesOfField(field, shape) : valuesOf(field) * mostBytesOf(model, other.shape))
  }, BYTES_OF_VALUE)
}

function bytesOfField(field: Field, { named }: ReadShape): number {
  if (isBulky(field)) return Infinity
  const short = (fieldType(field.type.kind).itemBytes ?? BYTES_OF_VALUE) * valuesOf(field)
  const most = field.computed !== undefined && mayBeLonger(field, 0) ? Infinity : (longestText(field) ?? 0)
  return short + BYTES_OF_CHARACTER * (named === true ? most : Math.min(most, LONGEST_LISTED_TEXT))
}

function valuesOf(field: Field): number {
  if (!isMany(field)) return 1
  return field.limits.atMost ?? (field.type.kind === 'relation' ? Infinity : FEW_VALUES)
}

function isBulky(field: Field): boolean {
  const { type, limits } = field
  const { bulky = type.kind === 'relation' ? 'when many' : undefined } = fieldType(type.kind)
  return bulky === true || (bulky === 'when many' && isMany(field) && (limits.atMost ?? Infinity) > FEW_VALUES)
}

/**
 * Counts the bytes left of a page after these rows, or returns undefined where the page needs no watch. `most` is the
 * largest number of bytes of one record.
 */
export function bytesLeft(most: number, limit: number, found: readonly SqlRow[]): number | undefined {
  if (limit * most <= MOST_UNWATCHED) return undefined
  return found.reduce((left, row) => left - sizeOf(row), MOST_PAGE_BYTES)
}

/** The rows of the page, one at least; fewer than were found where others follow. `most`: as in `bytesLeft`. */
export function pageOf(most: number, limit: number, found: readonly SqlRow[]): readonly SqlRow[] {
  if (limit * most <= MOST_PAGE_BYTES) return found.slice(0, limit)
  let bytes = 0
  const end = found.findIndex((row, at) => at === limit || ((bytes += sizeOf(row)) > MOST_PAGE_BYTES && at > 0))
  return end < 0 ? found : found.slice(0, end)
}

function sizeOf(row: SqlRow): number {
  return Buffer.byteLength(String(row[0]))
}
