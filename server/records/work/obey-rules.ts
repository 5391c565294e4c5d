// Judges the rules of point 5 on a record that was just written, in the same transaction.
import type { Change, PreparedRule } from '#shared/decisions/5-rules.ts'
import { decideRules, prepareRules, rulesFor } from '#shared/decisions/5-rules.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { Entity, Rule } from '#shared/model/model.ts'
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
  const circles = running.compiled('circles', name, () =>
    entity.rules.flatMap((rule) => (rule.must.kind === 'no circle' ? [{ rule, node: BROKEN }] : [])),
  )
  const needed = [
    ...rulesFor(rules, change),
    ...(await closedCircles(work, entity, situation, rulesFor(circles, change))),
  ]
  if (needed.length === 0) return []
  const judged = needed.filter(({ node }) => node !== BROKEN)
  const key = `rules ${judged.map((rule) => rules.indexOf(rule)).join(' ')}`
  const judge = await judgeNow(work, name, key, () => judged.map(({ node }) => node), situation)
  const decision = decideRules(running.model, entity, needed, (node) => (node === BROKEN ? false : judge(node)), {
    confirmed: work.confirmed,
  })
  if (decision.refusal !== undefined) await refuseFilled(work, decision.refusal, { entity: name, situation })
  return decision.confirmed
}

/** Stands for a rule that is known to be broken. */
const BROKEN: Node = { kind: 'literal', value: false, type: { kind: 'boolean' }, span: { start: 0, end: 0 } }

/** `no circle along parent`: walks up from the record; more steps than this are a circle of others. */
const LONGEST_WALK = 1_000

async function closedCircles(
  work: Work,
  entity: Entity,
  { record }: Situation,
  rules: readonly PreparedRule[],
): Promise<readonly PreparedRule[]> {
  const closed: PreparedRule[] = []
  for (const each of rules) {
    const along = alongOf(each.rule)
    let at = record[along]
    for (let step = 0; typeof at === 'string' && at !== record.id && step < LONGEST_WALK; step++) {
      at = (await work.transaction.record(entity.name.identifier, at))?.[along]
    }
    if (at === record.id) closed.push(each)
  }
  return closed
}

function alongOf({ must }: Rule): string {
  return must.kind === 'no circle' ? must.along : ''
}
