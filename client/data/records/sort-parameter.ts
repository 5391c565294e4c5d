// Reads and writes the list parameter `sort`: `-priority,due_at`.
import { fieldType } from '#shared/fields/registry.ts'
import type { Entity, Field, Model, Sort } from '#shared/model/model.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { readableNames } from './permissions.ts'

export function readSort(text: string): readonly Sort[] {
  return text
    .split(',')
    .filter((part) => part !== '')
    .map((part) => ({ field: part.replace(/^-/, ''), descending: part.startsWith('-') }))
}

/**
 * Leaves out of an order what the person may not read, by which the server would refuse to sort. Ids tell when records were
 * created, too, and are never withheld.
 */
export function readableSort(
  model: Model,
  session: SessionBody,
  entity: Entity,
  sort: readonly Sort[],
): readonly Sort[] {
  const readable = readableNames(model, session, entity.name.identifier)
  return sort.flatMap((each) => {
    const [first = '', second] = each.field.split('.')
    if (!readable.has(first)) return first === 'created_at' ? [{ ...each, field: 'id' }] : []
    const type = entity.fields.get(first)?.type
    const isRead =
      second === undefined || (type?.kind === 'relation' && readableNames(model, session, type.entity).has(second))
    return isRead ? [each] : []
  })
}

/** Has the field an order that the server sorts by? */
export function isSortable(field: Field): boolean {
  return fieldType(field.type.kind).sortable === true && field.computed?.localised !== true
}
