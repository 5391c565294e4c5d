// Declares lookups of point 9 and finds the type of their cells.
import type { Type } from './type.ts'
import { isTextual, joinTypes, TEXT } from './type-rules.ts'

export interface Lookup {
  /** Keys of the first column and of the header row. */
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  readonly cells: readonly LookupCell[]
}

export interface LookupCell {
  readonly row: string
  readonly column: string
  /** Value of the cell in JSON form. */
  readonly value: unknown
  readonly type: Type
  /** Text of the cell as it stands in the document. */
  readonly written: string
}

/**
 * The cells with the type that they have in common: words are one of those that stand there, and where only some are words
 * or texts, all are texts as they are written. Undefined if there is no such type.
 */
export function joinCells(
  cells: readonly LookupCell[],
): { readonly type: Type; readonly cells: readonly LookupCell[] } | undefined {
  const type = typeOfCells(cells)
  if (type) return { type, cells }
  if (!cells.some((cell) => isTextual(cell.type))) return undefined
  return { type: TEXT, cells: cells.map((cell) => (isTextual(cell.type) ? cell : { ...cell, value: cell.written })) }
}

function typeOfCells(cells: readonly LookupCell[]): Type | undefined {
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
