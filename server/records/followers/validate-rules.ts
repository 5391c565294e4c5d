// Validates a written record against the rules of point 5, in the same transaction.
import type { RuleOccasion } from '#shared/decisions/5-rules.ts'
import { decideRules, prepareRules, rulesFor } from '#shared/decisions/5-rules.ts'
import type { Entity } from '#shared/model/model.ts'
import type { RecordSnapshot } from '../access/condition-facts.ts'
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
  const needed = rulesFor(rules, change)
  if (needed.length === 0) return []
  // Which rules come together follows from what somebody changes at once: of n rules, 2ⁿ sets.
  const conditions = running.keptOn(
    rules,
    'rules together',
    needed.map((rule) => rules.indexOf(rule)).join(' '),
    () =>
      makeConditions(
        name,
        needed.map(({ node }) => node),
      ),
    RULES_ROOM,
  )
  const answer = await evaluateNow(context, conditions, snapshot)
  const decision = decideRules(entity, needed, answer, { confirmed: context.confirmed })
  if (decision.refusal !== undefined) await refuseOrWarn(context, decision.refusal, { entity: name, snapshot })
  return decision.confirmed
}
