// Validates a written record against the rules of point 5, in the same transaction.
import type { PreparedRule, RuleOccasion } from '#shared/decisions/5-rules.ts'
import { decideRules, prepareRules, rulesFor } from '#shared/decisions/5-rules.ts'
import type { Entity } from '#shared/model/model.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { RecordSnapshot } from '../access/condition-facts.ts'
import type { Conditions } from '../../policy/conditions.ts'
import { makeConditions } from '../../policy/conditions.ts'
import { refuseOrWarn } from '../messages/refuse-or-warn.ts'
import type { CommandContext } from '../write/command-context.ts'
import { evaluateNow } from '../access/condition-facts.ts'

const RULES_ROOM = { most: 500 }

/** Gives back the names of the warnings that the person confirmed. */
export async function validateRules(
  context: CommandContext,
  entity: Entity,
  snapshot: RecordSnapshot,
  change: RuleOccasion,
): Promise<readonly string[]> {
  const { running } = context
  const name = entity.name.identifier
  const rules = running.compiled('rules', entity, () => prepareRules(entity))
  const { needed, conditions } = rulesTogether(running, name, rules, change)
  if (needed.length === 0) return []
  const answer = await evaluateNow(context, conditions, snapshot)
  const decision = decideRules(entity, needed, answer, { confirmed: context.confirmed })
  if (decision.refusal !== undefined) await refuseOrWarn(context, decision.refusal, { entity: name, snapshot })
  return decision.confirmed
}

interface RulesTogether {
  readonly needed: readonly PreparedRule[]
  readonly conditions: Conditions
}

/** Gives the rules that a change has to obey, with their conditions. */
function rulesTogether(
  running: RunningDocument,
  entity: string,
  rules: readonly PreparedRule[],
  change: RuleOccasion,
): RulesTogether {
  const make = (needed: readonly PreparedRule[]): RulesTogether => {
    const nodes = needed.map(({ node }) => node)
    return { needed, conditions: makeConditions(entity, nodes) }
  }
  if (change.created && change.transition === undefined) {
    const asked = change.beforeEffects === true ? 'before effects' : 'after effects'
    return running.keptOn(rules, 'rules of a new record', asked, () => make(rulesFor(rules, change)))
  }
  const needed = rulesFor(rules, change)
  // Which rules come together follows from what somebody changes at once: of n rules, 2ⁿ sets.
  const together = needed.map((rule) => rules.indexOf(rule)).join(' ')
  return running.keptOn(rules, 'rules together', together, () => make(needed), RULES_ROOM)
}
