// Follows the relations by which a rule reads other records, so that their changes can be checked too.
import type { Node } from '../../expressions/node.ts'
import type { Type } from '../../expressions/type.ts'
import { childrenOf } from '../../expressions/walk.ts'

/** One step from a record to another, or to several. */
export interface RelationStep {
  readonly kind: 'relation' | 'reverse'
  /** Whose relation it is: of a step backwards, of the records that it leads to. */
  readonly entity: string
  readonly field: string
  /** The reverse name. */
  readonly name?: string
  /** A record, or several. */
  readonly type: Type
}

/** A field of another record that a rule reads. Without `field`, the rule reads whether there is such a record. */
export interface RuleSource {
  readonly entity: string
  readonly field?: string
  /** Path from the rule's record to the record that is read. */
  readonly path: readonly RelationStep[]
}

export interface RulePaths {
  readonly reads: readonly RuleSource[]
  /** The first part that reads records otherwise: all of an entity, the person acting, a timer. */
  readonly otherwise?: Node
}

type Path = readonly RelationStep[]

/** Undefined: it is no record that a relation leads to. */
type Paths = readonly Path[] | undefined

export function rulePathsOf(tree: Node): RulePaths {
  const reads = new Map<string, RuleSource>()
  let otherwise: Node | undefined
  const add = (read: RuleSource): void => void reads.set(JSON.stringify(read), read)
  const unknown = (node: Node): undefined => {
    otherwise ??= node
    return undefined
  }
  /** Returns the paths to the records that a node leads to, and collects what the node reads on the way. */
  const follow = (node: Node, variables: ReadonlyMap<string, readonly Path[]>): Paths => {
    switch (node.kind) {
      case 'this':
      case 'old':
        return [[]]
      case 'variable':
        return variables.get(node.name)
      case 'field': {
        const from = follow(node.record, variables)
        if (node.record.kind === 'me') return unknown(node)
        for (const path of from ?? []) if (path.length > 0) add({ entity: node.entity, field: node.field, path })
        const { entity, field, type } = node
        if ((type.kind === 'set' ? type.of : type).kind !== 'record') return undefined
        return from?.map((path): Path => [...path, { kind: 'relation', entity, field, type }])
      }
      case 'reverse': {
        const { entity, field, name, type } = node
        const paths = follow(node.record, variables)?.map((path): Path => [
          ...path,
          { kind: 'reverse', entity, field, name, type },
        ])
        for (const path of paths ?? []) {
          add({ entity, path })
          add({ entity, field, path })
        }
        return paths
      }
      case 'records':
      case 'line':
      case 'is':
        return unknown(node)
      case 'each': {
        const set = follow(node.set, variables)
        const body = follow(node.body, new Map([...variables, [node.variable, set ?? []]]))
        return node.operation === 'map' ? body : set
      }
      case 'conditional':
        follow(node.test, variables)
        return [...(follow(node.then, variables) ?? []), ...(follow(node.otherwise, variables) ?? [])]
      case 'call':
        if (node.name === 'timer') return unknown(node)
        return node.arguments.flatMap((argument) => follow(argument, variables) ?? [])
    }
    for (const child of childrenOf(node)) follow(child, variables)
    return undefined
  }
  follow(tree, new Map())
  return { reads: [...reads.values()], ...(otherwise ? { otherwise } : {}) }
}
