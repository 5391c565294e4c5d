// A small world of the helpdesk for decisions: people by role, records in memory, and the questions asked of them.
import { constantsAt } from '#shared/decisions/9-constants.ts'
import { makeActor } from '#shared/policy/actor.ts'
import { prepareTransition, type TransitionDecision } from '#shared/decisions/4-states.ts'
import { decideWrite } from '#shared/decisions/6-roles-write-permission.ts'
import { printingOf } from '#shared/decisions/8-errors.ts'
import { makeEvaluator, type Evaluator } from '#shared/decisions/evaluator.ts'
import type { Decision } from '#shared/decisions/decision.ts'
import { wordRefusal } from '#shared/decisions/refusals.ts'
import type { WordedRefusal } from '#shared/decisions/worded-refusal.ts'
import type { Scope } from '#shared/expressions/scope.ts'
import type { RecordValue, Value } from '#shared/expressions/value.ts'
import type { Entity, Model, Verb } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { makeWritePolicy } from '#shared/policy/write-policy.ts'

export const NOW = '2026-11-21T10:00:00.000Z'

export interface World {
  readonly model: Model
  readonly records: { readonly [entity: string]: readonly RecordValue[] }
}

export function entityOf(model: Model, name: string): Entity {
  const entity = model.entities.get(name)
  if (!entity) throw new Error(`no entity ${name}`)
  return entity
}

export function actorOf({ model, records }: World, id: string): Actor {
  return makeActor(model, records['Person']?.find((person) => person.id === id) ?? null)
}

/** A scope that sees all records of the world. */
export function scopeOf({ model, records }: World, actor: Actor, more: Partial<Scope> = {}): Scope {
  return {
    me: actor.person,
    now: NOW,
    timeZone: model.settings.timeZone,
    limits: constantsAt(model, NOW),
    records: {
      record: (entity, id) => records[entity]?.find((each) => each.id === id),
      all: (entity) => records[entity] ?? [],
    },
    ...more,
  }
}

export function evaluatorOf(
  world: World,
  actor: Actor,
  record: RecordValue | null,
  more: Partial<Scope> = {},
): Evaluator {
  return makeEvaluator(scopeOf(world, actor, { this: record, ...more }))
}

export function decideTransition(
  world: World,
  who: string,
  transition: string,
  record: RecordValue,
  input?: { readonly [name: string]: Value },
): WordedDecision {
  const entity = entityOf(world.model, 'Ticket')
  const found = entity.transitions.get(transition)
  if (!found) throw new Error(`no transition ${transition}`)
  const actor = actorOf(world, who)
  const evaluate = evaluatorOf(world, actor, record, input ? { input } : {})
  const decision = prepareTransition(world.model, entity, found, actor).decide({
    record,
    evaluate,
    input: input ? 'given' : 'to come',
  })
  if (decision.allowed !== false) return decision
  const filling = { evaluate, printing: printingOf(world.model) }
  return { allowed: false, refusal: wordRefusal(world.model, { ...decision.refusal, filling }) }
}

/** A decision as its reader gets it. */
type WordedDecision = Exclude<TransitionDecision, { allowed: false }> | Decision<WordedRefusal>

export function decideVerb(
  world: World,
  who: string,
  verb: Verb,
  entity: string,
  fields: readonly string[],
  ...records: readonly RecordValue[]
): Decision<WordedRefusal> {
  const actor = actorOf(world, who)
  const rights = makeWritePolicy(world.model, entity, actor, verb)
  const evaluators = records.map((record) => evaluatorOf(world, actor, record))
  const decision = decideWrite(world.model, rights, fields, evaluators)
  return decision.allowed === false ? { allowed: false, refusal: wordRefusal(world.model, decision.refusal) } : decision
}
