// Tells whether an expression reads only fields visible to the actor.
import type { Node } from '../expressions/node.ts'
import { readsOf } from '../expressions/reads.ts'
import type { MessageTemplate } from '../model/model.ts'

/** Fields by entity. */
export type VisibleFields = ReadonlyMap<string, { has(field: string): boolean }>

/** Whether all that it reads is visible: of the record at hand (`entity`), of others and of `me`. An actor always knows their own roles. */
export function readsOnlyVisible(expression: Node, entity: string, visible: VisibleFields): boolean {
  const { own, others, me } = readsOf(expression)
  const sees = (of: string, field: string): boolean => visible.get(of)?.has(field) === true
  return (
    own.every((field) => sees(entity, field)) &&
    others.every(({ entity: of, field = 'id' }) => sees(of, field)) &&
    me.every((field) => field === 'roles' || sees('Person', field))
  )
}

/** Puts "…" in place of each part that the actor may not read. `entity`: of the record at hand, empty where there is none. */
export function projectMessage(message: MessageTemplate, entity: string, visible: VisibleFields): MessageTemplate {
  return message.map((part) => {
    if (typeof part === 'string') return part
    if (!readsOnlyVisible(part.tree, entity, visible)) return '…'
    const { asked, ...shown } = part
    return asked && readsOnlyVisible(asked, entity, visible) ? part : shown
  })
}
