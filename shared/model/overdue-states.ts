// Reads in the conditions of a document in which states a field counts as overdue.
import { conjunctsOf } from '../expressions/walk.ts'
import type { Node } from '../expressions/node.ts'
import { isShown } from '../points/declarations.ts'
import type { Entity, Model } from './model.ts'

/**
 * `answer_by < now and status == "new"`, in tiles, views and computed fields: several of them add up. By `Entity.field`; what none
 * of them speaks of is absent.
 */
export function findOverdueStates({
  screens,
  entities,
}: Pick<Model, 'screens' | 'entities'>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>()
  const read = (entity: Entity | undefined, condition: Node | undefined) => {
    if (entity === undefined || condition === undefined) return
    const parts = conjunctsOf(condition)
    const states = parts.flatMap((part) => statesIn(entity, part))
    if (states.length === 0) return
    for (const field of parts.flatMap((part) => pastField(part) ?? [])) {
      const key = `${entity.name.identifier}.${field}`
      found.set(key, new Set([...(found.get(key) ?? []), ...states]))
    }
  }
  for (const { shows, views = [], tiles = [] } of isShown(screens) ? screens.screens : []) {
    const entity = 'entity' in shows ? entities.get(shows.entity) : undefined
    for (const { where } of views) read(entity, where?.tree)
    for (const tile of tiles)
      if (tile.shows.kind === 'measure' || tile.shows.kind === 'table')
        read(entities.get(tile.shows.entity), tile.shows.where?.tree)
  }
  for (const entity of entities.values())
    for (const { computed } of entity.fields.values()) read(entity, computed?.expression.tree)
  return new Map([...found].map(([key, states]) => [key, [...states]]))
}

/** `due_on < today`: the field. */
function pastField(node: Node): string | undefined {
  if (node.kind !== 'binary' || (node.operator !== '<' && node.operator !== '<=')) return undefined
  if (node.right.kind !== 'now' && node.right.kind !== 'today') return undefined
  return ownField(node.left)
}

/** `status == "out"` and `status in ["new", "open"]` */
function statesIn({ workflows }: Entity, node: Node): readonly string[] {
  if (node.kind !== 'binary' || (node.operator !== '==' && node.operator !== 'in')) return []
  const field = ownField(node.left)
  if (field === undefined || ![...workflows.values()].some((workflow) => workflow.field === field)) return []
  const words = node.right.kind === 'list' ? node.right.items : [node.right]
  return words.flatMap((word) => (word.kind === 'literal' && typeof word.value === 'string' ? [word.value] : []))
}

function ownField(node: Node): string | undefined {
  return node.kind === 'field' && node.record.kind === 'this' ? node.field : undefined
}
