// Requires fields of lines whose condition reads their head, when the head changes.
import { missingFields, requiredNodes } from '#shared/decisions/3-entities.ts'
import { wrongInput } from '#shared/decisions/4-states.ts'
import type { Entity, Model } from '#shared/model/model.ts'
import { expandComputed } from '#shared/model/7-calls/expand-computed.ts'
import { rulePathsOf } from '#shared/model/5-rules/rule-paths.ts'
import { entityNamed } from '../../policy/policy.ts'
import { entityConditions, evaluateNow } from '../access/condition-facts.ts'
import { refuseWithMessage } from '../messages/refuse-with-message.ts'
import type { Change } from '../write/change.ts'
import type { CommandContext } from '../write/command-context.ts'
import { findLines } from './lines-of.ts'

export async function requireByHead(context: CommandContext, { entity: head, id, changed }: Change): Promise<void> {
  if (changed.length === 0 || head.parts.size === 0) return
  const { running, transaction } = context
  const { model } = running
  for (const [name, part] of head.parts) {
    const line = entityNamed(model, part.entity)
    const readings = running.compiled('required by the head', line, () => fieldsRequiredByHead(model, line, part.field))
    const asked = new Set(readings.flatMap(({ field, read }) => (changed.includes(read) ? [field] : [])))
    const record = asked.size === 0 ? undefined : await transaction.record(head.name.identifier, id)
    if (record === undefined) continue
    const conditions = entityConditions(running, line, 'required', () => requiredNodes(line))
    for (const each of await findLines(context, head, part, record)) {
      const found = await transaction.record(part.entity, each)
      if (found === undefined) continue
      const snapshot = { record: found, old: found }
      const evaluate = await evaluateNow(context, conditions, snapshot)
      const missing = missingFields(line, found, evaluate).filter(({ field }) => asked.has(field))
      if (missing.length === 0) continue
      // Lines that were not sent have no place of their own there.
      const place = context.places.get(each)
      const errors = missing.map((error) => ({
        ...error,
        field: place === undefined || place === '' ? name : `${place}.${error.field}`,
      }))
      const about = { entity: line.name.identifier, snapshot }
      await refuseWithMessage(context, wrongInput(model, errors), about, { isPlaced: true })
    }
  }
}

/** Lists the fields of a line that may be required by a field of its head, each with the one that is read. */
function fieldsRequiredByHead(
  model: Model,
  line: Entity,
  relation: string,
): readonly { readonly field: string; readonly read: string }[] {
  return [...line.fields].flatMap(([field, { required }]) => {
    if (typeof required !== 'object') return []
    const { reads } = rulePathsOf(expandComputed(model, required.tree))
    return reads.flatMap(({ path, field: read }) => {
      const [step, ...further] = path
      const isOfHead = step?.field === relation && step.kind !== 'reverse' && further.length === 0
      return isOfHead && read !== undefined ? [{ field, read }] : []
    })
  })
}
