// Makes the texts that an entity's title shows searchable: what people see, they search for.
import type { Node } from '../../expressions/node.ts'
import { childrenOf } from '../../expressions/walk.ts'
import { familyOf, fieldType } from '../../fields/registry.ts'
import type { Entity, Field } from '../model.ts'

/** Texts of the entity itself, as far as they are kept and leave the server; those of related records are found there. */
export function searchTitleTexts(fields: Entity['fields'], title: Entity['title']): Entity['fields'] {
  const marked = new Map(fields)
  for (const name of shownFields(title.tree)) {
    const field = fields.get(name)
    if (field && isText(field)) marked.set(name, { ...field, limits: { ...field.limits, searchable: true } })
  }
  return marked
}

function shownFields(node: Node): readonly string[] {
  if (node.kind === 'field' && node.record.kind === 'this') return [node.field]
  // What decides between two texts is not shown.
  const parts = node.kind === 'conditional' ? [node.then, node.otherwise] : childrenOf(node)
  return parts.flatMap(shownFields)
}

function isText({ type, standard, computed, limits }: Field): boolean {
  const isKept = computed?.stored !== false
  return familyOf(type) === 'text' && fieldType(type.kind).searchable === true && isKept && !standard && !limits.hidden
}
