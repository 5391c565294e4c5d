// Requires fields of a head whose condition reads its lines, when these change.
import { missingFields, requiredNodes } from '#shared/decisions/3-entities.ts'
import { wrongInput } from '#shared/decisions/4-states.ts'
import { readsLines } from '#shared/model/5-rules/fields-watched.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity, Field } from '#shared/model/model.ts'
import { entityConditions, evaluateNow } from '../access/condition-facts.ts'
import { refuseWithMessage } from '../messages/refuse-with-message.ts'
import type { CommandContext } from '../write/command-context.ts'

export async function requireByLines(context: CommandContext, entity: Entity, record: RecordValue): Promise<void> {
  const { running } = context
  const fields = running.compiled('required by lines', entity, () => fieldsRequiredByLines(entity))
  if (fields.size === 0) return
  const conditions = entityConditions(running, entity, 'required', () => requiredNodes(entity))
  const snapshot = { record, old: record }
  const evaluate = await evaluateNow(context, conditions, snapshot)
  const missing = missingFields(entity, record, evaluate).filter(({ field }) => fields.has(field))
  if (missing.length === 0) return
  await refuseWithMessage(context, wrongInput(running.model, missing), { entity: entity.name.identifier, snapshot })
}

function fieldsRequiredByLines(entity: Entity): ReadonlySet<string> {
  const isByLines = ({ required }: Field): boolean => typeof required === 'object' && readsLines(entity, required.tree)
  return new Set([...entity.fields].flatMap(([name, field]) => (isByLines(field) ? [name] : [])))
}
