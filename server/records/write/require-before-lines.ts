// Asks the grants of a head as far as they can be known before all of its lines have come.
import type { Evaluator } from '#shared/decisions/evaluator.ts'
import type { Node } from '#shared/expressions/node.ts'
import { readsLines } from '#shared/model/5-rules/fields-watched.ts'
import type { Entity } from '#shared/model/model.ts'
import { makeConditions } from '../../policy/conditions.ts'
import { evaluateNow } from '../access/condition-facts.ts'
import type { CommandContext } from './command-context.ts'
import type { RequestedWrite, WrittenSnapshot } from './require-requested.ts'
import { requireRequested } from './require-requested.ts'

/** Throws the refusal of a head whose grants can't be met, whatever its lines are. */
export async function requireBeforeLines(
  context: CommandContext,
  entity: Entity,
  requested: RequestedWrite,
  head: WrittenSnapshot,
): Promise<void> {
  const { policy } = requested
  const conditions = context.running.compiled('grants before lines', policy.conditions, () =>
    makeConditions(
      policy.entity,
      policy.nodes.flatMap((node) => partsWithoutLines(entity, node)),
    ),
  )
  const evaluate = await evaluateNow(context, conditions, head)
  await requireRequested(context, requested, head, evaluatorWithoutLines(entity, evaluate))
}

/** Lists the parts of a condition that don't look at lines. */
function partsWithoutLines(entity: Entity, node: Node): readonly Node[] {
  if (!readsLines(entity, node)) return [node]
  return isJoined(node) ? [node.left, node.right].flatMap((side) => partsWithoutLines(entity, side)) : []
}

/** Makes the evaluator to which what looks at lines is not knowable; nothing else depends on the lines to come. */
function evaluatorWithoutLines(entity: Entity, evaluate: Evaluator): Evaluator {
  const answer: Evaluator = (node) => {
    if (!readsLines(entity, node)) return evaluate(node)
    if (!isJoined(node)) return undefined
    const sides = [node.left, node.right].map(answer)
    const isDecided = (side: unknown): boolean =>
      node.operator === 'or' ? side === true : side === false || side === null
    return sides.some(isDecided)
      ? node.operator === 'or'
      : sides.includes(undefined)
        ? undefined
        : node.operator === 'and'
  }
  return answer
}

function isJoined(node: Node): node is Node & { readonly kind: 'binary' } {
  return node.kind === 'binary' && (node.operator === 'and' || node.operator === 'or')
}
