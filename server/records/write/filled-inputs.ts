// Asks for the right to change a field where a step brings another value for one that is filled.
import type { FieldError } from '#shared/decisions/decision.ts'
import { validateBody } from '#shared/decisions/3-entities.ts'
import { decideWrite, writableBy } from '#shared/decisions/6-roles-write-permission.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import { isEmptyValue } from '#shared/fields/coerce-value.ts'
import type { Entity, TransitionRow } from '#shared/model/model.ts'
import { labelFor } from '#shared/text/label.ts'
import { evaluateNow } from '../access/condition-facts.ts'
import type { PreparedPolicy } from '../../policy/policy.ts'
import type { CommandContext } from './command-context.ts'

/** Finds the inputs that change a filled field which a state requires, by those who may not change it by a plain change. */
export async function refuseFilledInputs(
  context: CommandContext,
  policy: PreparedPolicy,
  entity: Entity,
  { asks, from }: Pick<TransitionRow, 'asks' | 'from'>,
  { before, input }: { readonly before: RecordValue; readonly input: { readonly [name: string]: unknown } },
): Promise<readonly FieldError[]> {
  const changed = asks.filter(({ name: { identifier }, type, ifEmpty }) => {
    const [stored, given] = [before[identifier], input[identifier]]
    if (ifEmpty === undefined || isEmptyValue(stored, type) || isEmptyValue(given, type)) return false
    return JSON.stringify(stored) !== JSON.stringify(given)
  })
  if (changed.length === 0) return []
  const { create, update, read } = policy.entity(entity.name.identifier)
  const [write, verb] = from === 'new record' ? [create, 'create' as const] : [update, 'update' as const]
  const names = changed.map(({ name }) => name.identifier)
  const values = Object.fromEntries(names.map((name) => [name, input[name]]))
  const { errors } = validateBody(entity, values, { verb, ...writableBy(write), readable: read.readable, before })
  if (errors.length > 0) return errors
  const evaluate = await evaluateNow(context, write.conditions, { record: before, old: before })
  const decision = decideWrite(context.running.model, write, names, [evaluate])
  if (decision.allowed !== false) return []
  if (decision.refusal.errors.length > 0) return decision.refusal.errors
  return changed.map(({ name, cite }) =>
    fieldError(name.identifier, 'not_writable', { field: labelFor(name.label) }, cite),
  )
}
