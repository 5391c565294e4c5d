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
import { ReadingTooLong } from '../storage/storage-error.ts'
import type { ComparisonBounds } from './compare-permissions.ts'
import { MOST_NAMED, nameRecord } from './name-record.ts'
import type { Copies, DataUnderDocument } from './open-copies.ts'
import type { RenamedParts } from './pair-entities.ts'
import { NOTHING_RENAMED, pairEntities } from './pair-entities.ts'
import { writtenAlike } from './written-alike.ts'

/** The rules that are new or changed, and false of some record; and those that there was no time for. */
export async function findBrokenRules(
  { before, after }: Pick<Copies, 'before' | 'after'>,
  now: string,
  { hasTime }: Pick<ComparisonBounds, 'hasTime'>,
): Promise<{ readonly broken: readonly BrokenRule[]; readonly left: readonly string[] }> {
  const { renames } = pairEntities(before.running.model, after.running.model)
  const known = new Set(
    [...before.running.model.entities.values()].flatMap((entity) =>
      prepareRules(entity).map((rule) => keyOf(renames.entity(entity.name.identifier), rule, renames)),
    ),
  )
  const broken: BrokenRule[] = []
  const left: string[] = []
  for (const entity of after.running.model.entities.values()) {
    for (const rule of prepareRules(entity)) {
      if (known.has(keyOf(entity.name.identifier, rule, NOTHING_RENAMED)) || !holdsOfExisting(rule)) continue
      const found = hasTime() ? await recordsAgainst(after, entity, rule, now) : undefined
      if (found) broken.push(...found)
      else left.push(rule.rule.name)
    }
  }
  return { broken, left }
}

function keyOf(entity: string, { node }: PreparedRule, renames: RenamedParts): string {
  return `${entity} ${writtenAlike(node, renames)}`
}

/** A rule on how a record changes, is created or led on says nothing of the records that are there. */
function holdsOfExisting({ rule, node }: PreparedRule): boolean {
  return (
    rule.transition === undefined &&
    rule.checked !== 'when created' &&
    !someNode(node, ({ kind }) => kind === 'old' || kind === 'me')
  )
}

/** Undefined: it takes too long to find them. */
async function recordsAgainst(
  { running, dependencies: { storage } }: DataUnderDocument,
  entity: Entity,
  { rule, node }: PreparedRule,
  now: string,
): Promise<readonly BrokenRule[] | undefined> {
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
  try {
    const count = await plan.count(bindings)
    if (count === 0) return []
    const { items } = await plan.list(bindings, { limit: MOST_NAMED })
    const ids = items.map((item) => (JSON.parse(item) as { readonly id: string }).id)
    const examples = await Promise.all(ids.map((id) => nameRecord({ running, storage }, identifier, id, now)))
    return [{ rule: rule.name, entity: identifier, line: rule.cite.line, records: { count, examples } }]
  } catch (error) {
    if (error instanceof ReadingTooLong) return undefined
    throw error
  }
}
