// Keeps, of the records that an expression of a call names, those that the caller may read.
import type { Node } from '#shared/expressions/node.ts'
import type { Value } from '#shared/expressions/value.ts'
import { readableFieldsById } from '../records/access/row-policy.ts'
import type { DatabaseHandle } from '../storage/database-handle.ts'
import type { CallReadContext } from './call-values.ts'

/** A relation has its id in a record that may be read, wherever it leads. */
export async function knownRecords(
  { running, storage, actorContext }: CallReadContext,
  database: Pick<DatabaseHandle, 'facts' | 'record'>,
  tree: Node,
  value: Value,
): Promise<Value> {
  const of = 'of' in tree.type ? tree.type.of : tree.type
  if (of.kind !== 'record' || isKnown(tree)) return value
  const policyContext = { database, storage, running, now: actorContext.now }
  const mayRead = async (id: Value): Promise<boolean> =>
    typeof id === 'string' && (await readableFieldsById(policyContext, actorContext.actor, of.entity, id)) !== undefined
  if (!Array.isArray(value)) return (await mayRead(value)) ? value : null
  const known: Value[] = []
  for (const id of value as readonly Value[]) if (await mayRead(id)) known.push(id)
  return known
}

/**
 * Whether a node is already known: a value available under a name, or a set that was read under the caller's policy.
 */
function isKnown(node: Node): boolean {
  switch (node.kind) {
    case 'input':
    case 'me':
    case 'records':
    case 'reverse':
    case 'variable':
      return true
    case 'each':
      return isKnown(node.operation === 'map' ? node.body : node.set)
    case 'call': {
      const [set] = node.arguments
      return IN_ORDER.has(node.name) && set !== undefined && isKnown(set)
    }
    default:
      return false
  }
}

const IN_ORDER: ReadonlySet<string> = new Set(['first', 'page', 'distinct'])
