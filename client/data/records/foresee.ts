// What the server is sure to refuse, as far as it can be known here: what can only fail is not offered.
import { decideRules, prepareRules, rulesFor } from '#shared/decisions/5-rules.ts'
import { decideWrite, writeRights } from '#shared/decisions/6-roles.ts'
import { printingOf } from '#shared/decisions/8-errors.ts'
import type { Actor } from '#shared/decisions/decision.ts'
import type { Entity, Field, Model } from '#shared/model/model.ts'
import { judgeHere } from './judge-here.ts'
import type { RecordData } from './record.ts'
import { recordsWithin } from './record.ts'

/** Of a new record that points to the one at hand, whatever else will stand in it. */
export interface Beginning {
  readonly entity: Entity
  /** The relation that points to the record. */
  readonly field: Field
  readonly record: RecordData
  readonly now: string
}

/** `false`: nothing grants it; a text: the rule that stands against it, in the document's words; `true`: it may well be. */
export function mightCreate(model: Model, actor: Actor, { entity, field, record, now }: Beginning): boolean | string {
  const points = field.type.kind === 'relation' && field.type.many ? [record.id] : record.id
  const begun = { id: '', [field.name.identifier]: points }
  const judge = judgeHere(model, actor, { record: begun, known: recordsWithin(record), now })
  const rights = writeRights(model, entity.name.identifier, actor, 'create')
  if (decideWrite(model, rights, [], [judge]).allowed === false) return false
  const rules = rulesFor(prepareRules(entity), { created: true, changed: [] }).filter(({ rule }) => !rule.warns)
  const { refusal } = decideRules(model, entity, rules, judge, { filling: { judge, printing: printingOf(model) } })
  return refusal === undefined ? true : (refusal.errors[0]?.message ?? refusal.message)
}
