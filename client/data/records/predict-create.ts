// Predicts whether the server will refuse to create a related record.
import { decideRules, prepareRules, rulesFor } from '#shared/decisions/5-rules.ts'
import { decideWrite } from '#shared/decisions/6-roles-write-permission.ts'
import { offeredWays } from '#shared/decisions/ways-to-create.ts'
import { composePolicy } from '#shared/decisions/policy.ts'
import { printingOf } from '#shared/decisions/8-errors.ts'
import { wordRefusal } from '#shared/decisions/refusals.ts'
import type { Entity, Field, Model } from '#shared/model/model.ts'
import { makeLocalEvaluator } from './local-evaluator.ts'
import type { RecordData } from './record-data.ts'
import { recordsWithin } from '#shared/decisions/expanded-record.ts'
import type { Actor } from '#shared/policy/actor.ts'

/** A new record that points to the current one, whatever else it will contain. */
export interface RelatedCreation {
  readonly entity: Entity
  /** The relation that points to the record. */
  readonly field: Field
  readonly record: RecordData
  readonly now: string
}

/** `false`: nothing grants it; a text: the rule that stands against it, in the document's words; `true`: it may well be. */
export function predictCreate(
  model: Model,
  actor: Actor,
  { entity, field, record, now }: RelatedCreation,
): boolean | string {
  const points = field.type.kind === 'relation' && field.type.many ? [record.id] : record.id
  const begun = { id: '', [field.name.identifier]: points }
  const evaluate = makeLocalEvaluator(model, actor, { record: begun, known: recordsWithin(record), now })
  const ways = offeredWays(entity, composePolicy(model, actor).entity(entity.name.identifier))
  if (ways.every(({ policy }) => decideWrite(model, policy, [], [evaluate]).allowed === false)) return false
  const rules = rulesFor(prepareRules(entity), { created: true, changed: [] }).filter(({ rule }) => !rule.warns)
  const { refusal } = decideRules(entity, rules, evaluate, {
    filling: { evaluate, printing: printingOf(model) },
  })
  if (refusal === undefined) return true
  const { message, errors } = wordRefusal(model, refusal)
  return errors[0]?.message ?? message
}
