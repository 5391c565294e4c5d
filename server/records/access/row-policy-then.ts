// Applies today's read policy to a record as it was, for its history.
import type { Node } from '#shared/expressions/node.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import { mapChildren } from '#shared/expressions/walk.ts'
import type { Model } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import { makeConditions } from '../../policy/conditions.ts'
import { policyOf } from '../../policy/policy.ts'
import { evaluateConditions } from './condition-facts.ts'
import type { RowPolicyContext } from './row-policy.ts'

/** Does it depend on the record what of it this actor may read? */
export function dependsOnRecord({ running }: RowPolicyContext, actor: Actor, entity: string): boolean {
  const { rows, fields } = policyOf(running, actor).entity(entity).read
  return typeof rows !== 'boolean' || fields.some(({ when }) => when !== true)
}

/**
 * Works like `readableFieldsOf` on the record as it was: its own fields and relations have their values of that
 * moment (`now`), while other records are as they are now.
 */
export async function readableFieldsThen(
  context: RowPolicyContext,
  actor: Actor,
  entity: string,
  then: RecordValue,
): Promise<ReadonlySet<string> | undefined> {
  const { rows, fields, conditions } = policyThen(context.running, actor, entity)
  if (rows === false) return undefined
  const at = { actor, now: context.now }
  const answer = await evaluateConditions(conditions, context, at, { record: then, old: then })
  if (rows !== true && answer(rows) !== true) return undefined
  return new Set(fields.filter(({ when }) => when === true || answer(when) === true).map(({ field }) => field))
}

function policyThen(running: RunningDocument, actor: Actor, entity: string) {
  const { read } = policyOf(running, actor).entity(entity)
  return running.keptOn(read, 'policy then', '', () => {
    const speakOfThen = <T extends boolean>(node: Node | T): Node | T =>
      typeof node === 'boolean' ? node : ofThen(running.model, node)
    const rows = speakOfThen(read.rows)
    const fields = read.fields.map(({ field, when }) => ({ field, when: speakOfThen(when) }))
    const nodes = [rows, ...fields.map(({ when }) => when)].filter((node) => typeof node !== 'boolean')
    return { rows, fields, conditions: makeConditions(entity, nodes) }
  })
}

/** Facts about `this` are asked of the stored row, facts about `old` of a record that is given. */
function ofThen(model: Model, node: Node): Node {
  if (node.kind === 'this') return { ...node, kind: 'old' }
  if (node.kind === 'field' && node.record.kind === 'this') {
    // What is worked out at each reading is not in a history: it is worked out anew, from what is.
    const computed = model.entities.get(node.entity)?.fields.get(node.field)?.computed
    if (computed?.stored === false) return ofThen(model, computed.expression.tree)
  }
  return mapChildren(node, (child) => ofThen(model, child))
}
