// Finds the lines of a head, whatever its reader may see of them.
import type { Node } from '#shared/expressions/node.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity, EntityPart } from '#shared/model/model.ts'
import { makeConditions } from '../../policy/conditions.ts'
import type { CommandContext } from '../write/command-context.ts'
import { evaluateNow } from '../access/condition-facts.ts'

/** Their ids, in no order. */
export async function findLines(
  context: CommandContext,
  head: Entity,
  part: EntityPart,
  record: RecordValue,
): Promise<readonly string[]> {
  const name = head.name.identifier
  const { node, conditions } = context.running.compiled('lines of', part, () => {
    const made = linesNode(name, part)
    return { node: made, conditions: makeConditions(name, [made]) }
  })
  const evaluate = await evaluateNow(context, conditions, { record })
  const found = evaluate(node)
  return Array.isArray(found) ? found.map(String) : []
}

function linesNode(head: string, { entity, field }: EntityPart): Node {
  const span = { start: 0, end: 0 }
  const record: Node = { kind: 'this', type: { kind: 'record', entity: head }, span }
  const type = { kind: 'set', of: { kind: 'record', entity } } as const
  return { kind: 'reverse', record, name: field, entity, field, type, span }
}
