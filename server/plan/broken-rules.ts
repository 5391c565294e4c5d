// Finds the rules of a planned document that existing records break.
import { prepareRules } from '#shared/decisions/5-rules.ts'
import type { PreparedRule } from '#shared/decisions/5-rules.ts'
import { someNode } from '#shared/expressions/walk.ts'
import { BOOLEAN } from '#shared/expressions/type-rules.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { Entity } from '#shared/model/model.ts'
import { systemActor } from '#shared/policy/actor.ts'
import type { BrokenRule } from '#shared/protocol/plan.ts'
import { policyOf } from '../policy/policy.ts'
import type { ComparisonBounds } from './compare-rights.ts'
import { MOST_NAMED, nameRecord } from './name-record.ts'
import type { Copies, DataUnderDocument } from './open-copies.ts'
import { writtenAlike } from './written-alike.ts'

/** The rules that are new or changed, and false of some record; and those that there was no time for. */
export async function findBrokenRules(
  { before, after }: Pick<Copies, 'before' | 'after'>,
  now: string,
  { hasTime }: Pick<ComparisonBounds, 'hasTime'>,
): Promise<{ readonly broken: readonly BrokenRule[]; readonly left: readonly string[] }> {
  const known = new Set(
    [...before.running.model.entities.values()].flatMap((entity) =>
      prepareRules(entity).map((rule) => keyOf(entity, rule)),
    ),
  )
  const broken: BrokenRule[] = []
  const left: string[] = []
  for (const entity of after.running.model.entities.values()) {
    for (const rule of prepareRules(entity)) {
      if (known.has(keyOf(entity, rule)) || !holdsOfExisting(rule)) continue
      if (!hasTime()) left.push(rule.rule.name)
      else broken.push(...(await recordsAgainst(after, entity, rule, now)))
    }
  }
  return { broken, left }
}

function keyOf({ name }: Entity, { node }: PreparedRule): string {
  return `${name.identifier} ${writtenAlike(node)}`
}

/** A rule on how a record changes, is created or led on says nothing of the records that are there. */
function holdsOfExisting({ rule, node }: PreparedRule): boolean {
  return (
    rule.transition === undefined &&
    rule.checked !== 'when created' &&
    !someNode(node, ({ kind }) => kind === 'old' || kind === 'me')
  )
}

async function recordsAgainst(
  { running, dependencies: { storage } }: DataUnderDocument,
  entity: Entity,
  { rule, node }: PreparedRule,
  now: string,
): Promise<readonly BrokenRule[]> {
  const policy = policyOf(running, systemActor)
  const { identifier } = entity.name
  const filter: Node = { kind: 'not', operand: node, type: BOOLEAN, span: node.span }
  const plan = storage.plan({
    policy: policy.entity(identifier).read,
    otherPolicies: policy.reads,
    fields: [],
    expand: [],
    filter,
    sort: [],
  })
  const bindings = { me: null, now }
  const count = await plan.count(bindings)
  if (count === 0) return []
  const { items } = await plan.list(bindings, { limit: MOST_NAMED })
  const ids = items.map((item) => (JSON.parse(item) as { readonly id: string }).id)
  const examples = await Promise.all(ids.map((id) => nameRecord({ running, storage }, identifier, id, now)))
  return [{ rule: rule.name, entity: identifier, line: rule.cite.line, records: { count, examples } }]
}
