// Lists the fields whose changes bring a rule up, and says whether those of lines do.
import type { Node } from '../../expressions/node.ts'
import { readsOf } from '../../expressions/reads.ts'
import type { Entity, Rule } from '../model.ts'

/**
 * Lists the fields that a rule watches. Fields from which a computed field is computed are watched with it, since it
 * may itself be computed only when it is read.
 */
export function watchedBy(entity: Entity, { checked, reads }: Rule): readonly string[] {
  const watched = new Set(typeof checked === 'string' ? reads : checked.whenChanged)
  for (const name of watched) {
    const computed = entity.fields.get(name)?.computed
    if (computed) for (const field of readsOf(computed.expression.tree).own) watched.add(field)
  }
  return [...watched]
}

/** Does a condition on a head read its lines, by computed fields too? */
export function readsLines(entity: Entity, node: Node): boolean {
  if (entity.parts.size === 0) return false
  const lines = [...entity.parts.values()].map((part) => part.entity)
  const computed = new Set<string>()
  const reads = (tree: Node): boolean => {
    const { own, others } = readsOf(tree)
    if (others.some((other) => lines.includes(other.entity))) return true
    return own.some((name) => {
      const expression = computed.has(name) ? undefined : entity.fields.get(name)?.computed?.expression
      computed.add(name)
      return expression !== undefined && reads(expression.tree)
    })
  }
  return reads(node)
}
