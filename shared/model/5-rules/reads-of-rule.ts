// Lists the own fields that a rule reads.
import type { Node } from '../../expressions/node.ts'
import { readsOf } from '../../expressions/reads.ts'
import type { Rule } from '../model.ts'

/** A set of records of this entity has the record at hand among them: what is read of each is read of this one. */
export function fieldsReadBy(entity: string, must: Rule['must']): readonly string[] {
  const own = (...trees: readonly (Node | undefined)[]): readonly string[] =>
    trees.flatMap((tree) => {
      if (!tree) return []
      const { own: direct, others } = readsOf(tree)
      return [...direct, ...others.flatMap((other) => (other.entity === entity ? (other.field ?? []) : []))]
    })
  switch (must.kind) {
    case 'hold':
      return [...new Set(own(must.condition.tree))]
    case 'no overlap':
      return [...new Set([must.from, must.to, ...must.per, ...own(must.where?.tree)])]
    case 'at most':
      return [...new Set([...must.per, ...own(must.count.tree, must.where?.tree)])]
    case 'no circle':
      return [must.along]
  }
}
