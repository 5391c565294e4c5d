// Decides which lists are merged from those of single states, each of them read as it lies in an index.
//
// Under `requester == me` an index of requester, status and order gives a page of one state, and reads no other row. All
// states together, or some of them, are merged from one such walk for each, until the page is full.
import type { Entity } from '#shared/model/model.ts'
import type { EntityTable } from './schema/catalogue.ts'

export interface MergedStates {
  readonly field: string
  readonly column: string
  readonly words: readonly string[]
}

/** Beyond, the first look for each takes longer than sorting what one person has. */
const MOST_STATES = 12

/** Undefined where there is no field of states, or more than one, or it has too many of them. */
export function mergedStates({ fields }: Entity, table: EntityTable): MergedStates | undefined {
  const [place, ...others] = [...table.fields.values()].filter(
    ({ field, name }) => name !== undefined && fields.get(field)?.workflow === true,
  )
  if (place?.name === undefined || others.length > 0 || !place.required) return undefined
  const { field, name: column, words } = place
  return words === undefined || words.length > MOST_STATES ? undefined : { field, column, words }
}
