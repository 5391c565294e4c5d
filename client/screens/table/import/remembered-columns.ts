// Remembers in this browser which field a person chose for a heading, for the next file of the same entity.
import type { ImportColumn } from '#shared/protocol/import.ts'
import { BASE_PATH } from '../../../data/base-path.ts'
import type { ColumnChoices } from './import-choices.ts'
import { fieldOf } from './import-choices.ts'

const PREFIX = `${BASE_PATH}verbatim-columns-`
/** Headings of one entity. */
const MOST_HEADINGS = 500

/** Whose columns these are. */
export interface ColumnsOwner {
  /** Id of the person; null where nobody is signed in. */
  readonly person: string | null
  readonly entity: string
}

/** A heading in small letters, and its field. */
type FieldByHeading = ReadonlyMap<string, string>

/** Keeps what was chosen of a file that was imported. */
export function rememberColumns(owner: ColumnsOwner, columns: readonly ImportColumn[]): void {
  const own = columns.flatMap((column): readonly [string, string][] => {
    const field = fieldOf(column)
    return column.isChosen === true && column.heading !== '' && field !== '' ? [[keyOf(column), field]] : []
  })
  if (own.length === 0) return
  const kept = new Map([...restore(owner), ...own])
  try {
    localStorage.setItem(storageKey(owner), JSON.stringify([...kept].slice(-MOST_HEADINGS)))
  } catch {
    // A full or forbidden storage: it is chosen again.
  }
}

/** Returns the earlier choices for those headings that do not name a field by themselves. */
export function rememberedColumns(owner: ColumnsOwner, columns: readonly ImportColumn[]): ColumnChoices {
  const known = restore(owner)
  return Object.fromEntries(
    columns.flatMap((column) => {
      const field = column.leftOut === 'unknown' ? known.get(keyOf(column)) : undefined
      return field === undefined ? [] : [[column.position, { field }]]
    }),
  )
}

function keyOf({ heading }: ImportColumn): string {
  return heading.trim().toLowerCase()
}

function restore(owner: ColumnsOwner): FieldByHeading {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(storageKey(owner)) ?? '[]')
    return new Map(Array.isArray(read) ? (read as [string, string][]) : [])
  } catch {
    return new Map()
  }
}

function storageKey({ person, entity }: ColumnsOwner): string {
  return `${PREFIX}${person ?? 'nobody'}-${entity}`
}
