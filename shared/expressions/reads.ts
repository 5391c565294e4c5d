// Lists the fields and records that an expression reads.
import type { Node } from './node.ts'
import { childrenOf } from './walk.ts'

export interface ExpressionReads {
  /** Fields of the record at hand, as it is or was. */
  readonly own: readonly string[]
  /** Other records: an entity's field, or, without `field`, which records there are. The person's own fields are in `me`. */
  readonly others: readonly { readonly entity: string; readonly field?: string }[]
  readonly me: readonly string[]
  readonly usesMe: boolean
  /** `now` or `today`. */
  readonly usesNow: boolean
  readonly usesOld: boolean
  readonly usesInput: boolean
}

export function readsOf(node: Node): ExpressionReads {
  const own = new Set<string>()
  const me = new Set<string>()
  const others = new Map<string, { readonly entity: string; readonly field?: string }>()
  const kinds = new Set<Node['kind']>()

  const addOther = (entity: string, field?: string): void => {
    others.set(`${entity}.${field ?? ''}`, field === undefined ? { entity } : { entity, field })
  }
  const addField = (record: Node, entity: string, field: string): void => {
    if (record.kind === 'this' || record.kind === 'old') own.add(field)
    else if (record.kind === 'me') me.add(field)
    else addOther(entity, field)
  }
  const visit = (part: Node): void => {
    kinds.add(part.kind)
    if (part.kind === 'field') addField(part.record, part.entity, part.field)
    if (part.kind === 'is') addField(part.person, 'Person', 'roles')
    if (part.kind === 'records') addOther(part.entity)
    if (part.kind === 'line') {
      // Forwards the record's own relation is the first step.
      if (part.direction === 'ancestors') addField(part.record, part.entity, part.field)
      addOther(part.entity)
      addOther(part.entity, part.field)
    }
    if (part.kind === 'reverse') {
      addOther(part.entity)
      addOther(part.entity, part.field)
    }
    childrenOf(part).forEach(visit)
  }
  visit(node)

  return {
    own: [...own],
    others: [...others.values()],
    me: [...me],
    usesMe: kinds.has('me'),
    usesNow: kinds.has('now') || kinds.has('today'),
    usesOld: kinds.has('old'),
    usesInput: kinds.has('input'),
  }
}
