// Decides whether the caller may read all lines of a head, whichever there are.
import type { EntityPart } from '#shared/model/model.ts'
import { conditionsOnHead } from '#shared/policy/whole-heads.ts'
import { makeConditions } from '../../policy/conditions.ts'
import type { PreparedPolicy } from '../../policy/policy.ts'
import type { CommandContext } from '../write/command-context.ts'
import { evaluateNow } from '../access/condition-facts.ts'

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
    const wholesale = conditionsOnHead(rows, part.field)
    return { nodes: wholesale, conditions: makeConditions(part.entity, wholesale) }
  })
  const record = nodes.length === 0 ? undefined : await context.transaction.record(part.entity, line)
  if (record === undefined) return false
  const evaluate = await evaluateNow(context, conditions, { record })
  return nodes.some((node) => evaluate(node) === true)
}
