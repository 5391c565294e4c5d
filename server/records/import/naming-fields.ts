// Lists the fields of an entity by which the cells of a relation name its records.
import type { Node } from '#shared/expressions/node.ts'
import { childrenOf } from '#shared/expressions/walk.ts'
import { isKey } from '#shared/model/is-key.ts'
import { fieldType } from '#shared/fields/registry.ts'
import type { Entity, Field } from '#shared/model/model.ts'

/** The texts that are unique, and the one that its title is. */
export function namingFields(entity: Entity): readonly string[] {
  const own = ownField(entity.title.tree)
  return [...entity.fields.values()].flatMap((field) => {
    const { identifier } = field.name
    const isAsked = field.valueType.kind === 'text' && field.computed?.localised !== true
    return isAsked && (isKey(field) || identifier === own) ? [identifier] : []
  })
}

/** Gives a name as the field would keep it: the domain of an address, for one, has no capitals there. */
export function nameAs({ type }: Field, text: string): string {
  const read = fieldType(type.kind).coerce(text, type)
  return 'value' in read && typeof read.value === 'string' ? read.value : text
}

/** Reports whether the title is one field of the record. Other titles are put together of several parts, or of titles of other records. */
export function isTitleOfOneField(entity: Entity): boolean {
  const own = ownField(entity.title.tree)
  return own !== undefined && namingFields(entity).includes(own)
}

/** The field of the record itself that its title is, where it is one. */
function ownField(node: Node): string | undefined {
  if (node.kind === 'field') return node.record.kind === 'this' ? node.field : undefined
  const children = childrenOf(node)
  return children.length === 1 && children[0] !== undefined ? ownField(children[0]) : undefined
}
