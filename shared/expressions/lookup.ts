// Declares lookups of point 9 and finds the type of their cells.
import type { Type } from './type.ts'
import { joinTypes } from './type-rules.ts'

export interface Lookup {
  /** Keys of the first column and of the header row. */
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  readonly cells: readonly LookupCell[]
}

export interface LookupCell {
  readonly row: string
  readonly column: string
  /** In JSON form. */
  readonly value: unknown
  readonly type: Type
}

/** What all these values have in common: words are one of those that stand there; undefined if there is no such type. */
export function typeOfCells(cells: readonly LookupCell[]): Type | undefined {
  let type: Type = { kind: 'null' }
  for (const cell of cells) {
    const joined: Type | undefined =
      type.kind === 'choice' && cell.type.kind === 'choice' ? addWords(type, cell.type) : joinTypes(type, cell.type)
    if (!joined) return undefined
    type = joined
  }
  return type
}

type Choice = Extract<Type, { readonly kind: 'choice' }>

function addWords(known: Choice, more: Choice): Choice {
  return { kind: 'choice', words: [...new Set([...known.words, ...more.words])] }
}
