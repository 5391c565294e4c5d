// Decides whether the caller may read all lines of a head, whichever there are.
import type { Node } from '#shared/expressions/node.ts'
import { childrenOf } from '#shared/expressions/walk.ts'
import type { EntityPart } from '#shared/model/model.ts'
import { makeConditions } from '../../policy/conditions.ts'
import type { PreparedPolicy } from '../../policy/policy.ts'
import type { CommandContext } from '../command/command-context.ts'
import { evaluateNow } from '../command/command-context.ts'

/**
 * Follows from the policy and the head only, so that nobody learns from it whether there are lines that they may not read:
 * some condition that opens lines looks at nothing of the line but its head, and is met. `line`: one of them.
 */
export async function mayReadAllLines(
  context: CommandContext,
  policy: PreparedPolicy,
  part: EntityPart,
  line: string,
): Promise<boolean> {
  const { read } = policy.entity(part.entity)
  if (typeof read.rows === 'boolean') return read.rows
  const { rows } = read
  const { nodes, conditions } = context.running.keptOn(read, 'all lines', part.field, () => {
    const wholesale = alternativesOf(rows).filter((node) => looksAtHeadOnly(node, part.field))
    return { nodes: wholesale, conditions: makeConditions(part.entity, wholesale) }
  })
  const record = nodes.length === 0 ? undefined : await context.transaction.record(part.entity, line)
  if (record === undefined) return false
  const evaluate = await evaluateNow(context, conditions, { record })
  return nodes.some((node) => evaluate(node) === true)
}

function alternativesOf(node: Node): readonly Node[] {
  return node.kind === 'binary' && node.operator === 'or'
    ? [...alternativesOf(node.left), ...alternativesOf(node.right)]
    : [node]
}

function looksAtHeadOnly(node: Node, field: string): boolean {
  if (node.kind === 'field' && node.record.kind === 'this') return node.field === field
  if (node.kind === 'this' || node.kind === 'old') return false
  return childrenOf(node).every((child) => looksAtHeadOnly(child, field))
}
