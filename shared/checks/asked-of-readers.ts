// Lists what readers of a text must be able to read to be shown a value of it, as the server asks it of them.
import { keyOfNode } from '../expressions/facts.ts'
import type { Expression, Node } from '../expressions/node.ts'
import { childrenOf } from '../expressions/walk.ts'
import { memoByModel } from '../model/memo-by-model.ts'
import type { Model } from '../model/model.ts'
import { actorWithRoles, anonymous } from '../policy/actor.ts'
import { type ReadPolicy, makeReadPolicy } from '../policy/read-policy.ts'
import { type ReadRequirement, isOnlyRecord, isReadInAll, requirementsOfNode } from '../policy/read-requirements.ts'
import type { FieldOfRecord } from './field-access.ts'
import type { NamedValues } from './named-recipients.ts'

export interface AskedOfReaders {
  /** Fields of single records. */
  readonly fields: readonly FieldOfRecord[]
  /** Fields that must be open in all records of an entity, since a set of them is gone through. */
  readonly inAll: readonly ReadRequirement[]
}

/** Lists what is asked for an expression, with what stands behind its names. `disclosed`: keys of what all may know. */
export function askedOfReaders(
  { tree, asked = tree }: Expression,
  disclosed: ReadonlySet<string> = new Set(),
  known: NamedValues = new Map(),
): AskedOfReaders {
  const isDisclosed = disclosedBy(disclosed)
  const visit = (node: Node, names: NamedValues): readonly ReadRequirement[] => {
    if (isDisclosed(node) || isOnlyRecord(node)) return []
    const named = node.kind === 'input' ? names.get(node.name) : undefined
    const behind = named?.asked === undefined ? [] : visit(named.asked, named.before)
    return [...requirementsOfNode(node), ...behind, ...childrenOf(node).flatMap((child) => visit(child, names))]
  }
  const found = isDisclosed(tree) ? [] : visit(asked, known)
  return {
    fields: found.flatMap(({ entity, field, record }) => (record === undefined ? [] : [{ entity, field, record }])),
    inAll: found.filter(({ record }) => record === undefined),
  }
}

/** Most texts disclose nothing, and need no keys. */
function disclosedBy(keys: ReadonlySet<string>): (node: Node) => boolean {
  return keys.size === 0 ? () => false : (node) => keys.has(keyOfNode(node))
}

/** Lists what somebody with only this role misses of what must be open in all records: an entity, or a field of it. */
export function missedInAll(model: Model, role: string, inAll: AskedOfReaders['inAll']): readonly string[] {
  return inAll.flatMap(({ entity, field }) => {
    const read = readPolicyOf(model, entity, role)
    if (isReadInAll(read, field)) return []
    return [read.rows === true ? `${entity}.${field}` : entity]
  })
}

function readPolicyOf(model: Model, entity: string, role: string): ReadPolicy {
  const made = madePolicies(model)
  const key = `${entity} ${role}`
  let policy = made.get(key)
  if (policy === undefined) {
    const actor = role === 'anyone' ? anonymous : actorWithRoles(model, [role])
    made.set(key, (policy = makeReadPolicy(model, entity, actor)))
  }
  return policy
}

const madePolicies = memoByModel(() => new Map<string, ReadPolicy>())
