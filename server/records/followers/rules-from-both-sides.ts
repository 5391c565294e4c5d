// Validates the rules of other records that read a changed record by a relation, in the same transaction.
import type { FieldError } from '#shared/decisions/decision.ts'
import { decideRules } from '#shared/decisions/5-rules.ts'
import type { RuleFromOutside } from '#shared/decisions/rules-from-both-sides.ts'
import { CHANGED, findRulesFromBothSides } from '#shared/decisions/rules-from-both-sides.ts'
import type { RecordValue, Value } from '#shared/expressions/value.ts'
import type { Entity, Model } from '#shared/model/model.ts'
import { makeConditions } from '../../policy/conditions.ts'
import { refused } from '../../policy/refused.ts'
import type { CommandContext } from '../write/command-context.ts'
import { evaluateNow } from '../access/condition-facts.ts'
import { refuseOrWarn } from '../messages/refuse-or-warn.ts'
import type { WriteFollower } from '../write/change.ts'

/** Maximum number of records that one change of another record may cause to be checked. */
const MOST_RECORDS = 1_000

interface Sides {
  /** Null: it is new. */
  readonly old: RecordValue | null
  /** Null: it is gone. */
  readonly record: RecordValue | null
}

export const rulesFromBothSides: WriteFollower = {
  name: 'rules from both sides',
  asksRules: true,
  skips: {
    purge: 'It was out of the sight of all rules in the trash.',
    lines: 'Rules that read lines see the changes of the lines themselves.',
  },
  follow(context, { entity, before: old, after: record, changed }) {
    if (old === null && record === null) return undefined
    const rules = rulesReading(context, entity)
    return rules.length === 0 ? undefined : validate(context, rules, { old, record }, changed)
  },
}

/** Lists the rules of other records that read records of the entity. */
function rulesReading({ running }: CommandContext, entity: Entity): readonly RuleFromOutside[] {
  const rules = running.compiled('rules from both sides', running.model, () => findRulesFromBothSides(running.model))
  return rules.get(entity.name.identifier) ?? []
}

async function validate(
  context: CommandContext,
  rules: readonly RuleFromOutside[],
  sides: Sides,
  changed: readonly string[],
): Promise<void> {
  const judged = new Set<string>()
  const cameOrWent = sides.old === null || sides.record === null
  for (const rule of rules) {
    const { field } = rule.read
    if (cameOrWent && rule.isOfLines) continue
    if (!cameOrWent && (field === undefined || !changed.includes(field))) continue
    for (const id of await recordsConcerned(context, rule, sides)) {
      const key = `${rule.prepared.rule.cite.line} ${id}`
      if (judged.has(key)) continue
      judged.add(key)
      if (judged.size > MOST_RECORDS)
        throw refused('too_many_judged', { most: MOST_RECORDS }, { cites: rule.prepared.rule.cite })
      await judge(context, rule, id)
    }
  }
}

/**
 * Lists the records whose rule reads the changed one: those that relate to it, or to the record that it relates to now
 * or related to before.
 */
async function recordsConcerned(
  context: CommandContext,
  rule: RuleFromOutside,
  { old, record }: Sides,
): Promise<readonly string[]> {
  const { link } = rule
  const ends = link === undefined ? [record?.id, old?.id] : [record, old].flatMap((each) => idsOf(each?.[link]))
  // Relations to a deleted record are cleared, so that nothing relates to it any more.
  if (link === undefined && record === null) return []
  const { running } = context
  const conditions = running.compiled('records of a rule', rule, () =>
    makeConditions(endOf(running.model, rule), [rule.records]),
  )
  const found: string[] = []
  for (const end of new Set(ends)) {
    if (end === undefined) continue
    const evaluate = await evaluateNow(context, conditions, { record: { id: end }, input: { [CHANGED]: end } })
    found.push(...idsOf(evaluate(rule.records)))
  }
  return found
}

/** The entity of what the rule's records lead to. */
function endOf({ entities }: Model, { read, link }: RuleFromOutside): string {
  const type = link === undefined ? undefined : entities.get(read.entity)?.fields.get(link)?.type
  return type?.kind === 'relation' ? type.entity : read.entity
}

function idsOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? (value as readonly Value[]) : [value]
  return values.filter((each): each is string => typeof each === 'string')
}

function placeError(error: FieldError, place: string): FieldError {
  return place === '' ? error : { ...error, field: `${place}.${error.field}` }
}

/**
 * Checks the rule on a record, and refuses the change if the record breaks it. If the actor may not read that record,
 * only the rule and its message are shown.
 */
async function judge(context: CommandContext, { entity, prepared }: RuleFromOutside, id: string): Promise<void> {
  const name = entity.name.identifier
  const record = await context.transaction.record(name, id)
  if (record === undefined) return
  const conditions = context.running.compiled('rule from both sides', prepared, () =>
    makeConditions(name, [prepared.node]),
  )
  const snapshot = { record, old: record }
  const evaluate = await evaluateNow(context, conditions, snapshot)
  const { confirmed } = context
  const { refusal } = decideRules(entity, [prepared], evaluate, { confirmed })
  if (refusal === undefined) return
  // Its fields are those of another record than the one that was sent, unless it was sent as well.
  const place = context.places.get(id)
  const errors = place === undefined ? [] : refusal.errors.map((error) => placeError(error, place))
  const details = errors.length > 0 ? { isPlaced: true } : {}
  await refuseOrWarn(context, { ...refusal, errors }, { entity: name, snapshot }, details)
}
