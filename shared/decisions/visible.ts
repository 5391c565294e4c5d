// Which fields one person can meet, and so which expressions of the document he may be told.
import type { Node } from '../expressions/node.ts'
import { readsOf } from '../expressions/reads.ts'

/** Fields by entity. */
export type Visible = ReadonlyMap<string, { has(field: string): boolean }>

/** Does it read nothing else, of the record at hand (`entity`), of others and of himself? His own roles everybody knows. */
export function isSeen(expression: Node, entity: string, visible: Visible): boolean {
  const { own, others, me } = readsOf(expression)
  const sees = (of: string, field: string): boolean => visible.get(of)?.has(field) === true
  return (
    own.every((field) => sees(entity, field)) &&
    others.every(({ entity: of, field = 'id' }) => sees(of, field)) &&
    me.every((field) => field === 'roles' || sees('Person', field))
  )
}
