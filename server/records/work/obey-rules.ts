// Judges the rules of point 5 on a record that was just written, in the same transaction.
import type { Change } from '#shared/decisions/5-rules.ts'
import { decideRules, prepareRules, rulesFor } from '#shared/decisions/5-rules.ts'
import type { Entity } from '#shared/model/model.ts'
import type { Situation } from './judging.ts'
import { refuseFilled } from './tell.ts'
import type { Work } from './work.ts'
import { judgeNow } from './work.ts'

/** Gives back the codes of the warnings that the person confirmed. */
export async function obeyRules(
  work: Work,
  entity: Entity,
  situation: Situation,
  change: Change,
): Promise<readonly string[]> {
  const { running } = work
  const name = entity.name.identifier
  const rules = running.compiled('rules', name, () => prepareRules(entity))
  const needed = rulesFor(rules, change)
  if (needed.length === 0) return []
  const key = `rules ${needed.map((rule) => rules.indexOf(rule)).join(' ')}`
  const judge = await judgeNow(work, name, key, () => needed.map(({ node }) => node), situation)
  const decision = decideRules(running.model, entity, needed, judge, { confirmed: work.confirmed })
  if (decision.refusal !== undefined) await refuseFilled(work, decision.refusal, { entity: name, situation })
  return decision.confirmed
}
