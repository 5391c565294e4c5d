// Judges the rules of point 5 on a record that was just written, in the same transaction.
import type { Change } from '#shared/decisions/5-rules.ts'
import { decideRules, prepareRules, rulesFor } from '#shared/decisions/5-rules.ts'
import type { Entity } from '#shared/model/model.ts'
import type { Situation } from './judging.ts'
import { judge, prepareNodes } from './judging.ts'
import { refuseFilled } from './tell.ts'
import type { Work } from './work.ts'

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
  // Which rules come together follows from what somebody changes at once: of n rules, 2ⁿ sets.
  const prepared = running.recent(
    'rules together',
    `${name} ${needed.map((rule) => rules.indexOf(rule)).join(' ')}`,
    () =>
      prepareNodes(
        work.storage,
        name,
        needed.map(({ node }) => node),
      ),
  )
  const answer = await judge(prepared, work.transaction, running, work.acting, situation)
  const decision = decideRules(running.model, entity, needed, answer, { confirmed: work.confirmed })
  if (decision.refusal !== undefined) await refuseFilled(work, decision.refusal, { entity: name, situation })
  return decision.confirmed
}
