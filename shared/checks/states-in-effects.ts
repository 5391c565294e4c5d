// Warns of conditions of a step that its new state decides: effects and rules see the record as it will be.
import { stateDecides } from '../diagnostics/warnings.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Expression } from '../expressions/node.ts'
import { someNode } from '../expressions/walk.ts'
import type { Effect, Entity, Model, Transition, TransitionRow } from '../model/model.ts'
import { canHold, knownValuesOf } from './reachable-conditions.ts'
import type { SpecificationCheck } from './run-checks.ts'
import { assignmentsWhere, type ValueAssignment } from '../expressions/satisfiability.ts'
import { wholeDomain } from '../expressions/value-domain.ts'

export const checkStatesInEffects: SpecificationCheck = (model) =>
  [...model.entities.values()].flatMap((entity) =>
    [...entity.transitions.values()].flatMap((transition) => [
      ...checkEffects(model, entity, transition),
      ...checkRulesOf(model, entity, transition),
    ]),
  )

/** A list of effects below the heading of a step is that of all its rows: each condition is looked at for all that have it. */
function checkEffects(model: Model, entity: Entity, { name, field, rows }: Transition): readonly Diagnostic[] {
  const conditions = rows.flatMap((row) => conditionsOf(model, row.then).map((condition) => ({ condition, row })))
  const written = Map.groupBy(conditions, ({ condition }) => condition.span.start)
  return [...written.values()].flatMap((those) => {
    const [{ condition } = {}] = those
    if (!condition || !readsOwn(condition, entity, field)) return []
    const { from, to } = statesOfAll(
      entity,
      field,
      those.map(({ row }) => row),
    )
    const start: ValueAssignment = new Map([
      [`this.${field}`, domainOf(to)],
      [`old.${field}`, domainOf(from)],
    ])
    const before: ValueAssignment = new Map([[`this.${field}`, domainOf(from)]])
    const about = { field, from: from.join(', '), to: to.join(', '), step: name.label }
    const mayHold = canHold([condition], before, model)
    if (isDecided(condition, 'never', start, model))
      return [stateDecides(condition.span, { ...about, answer: 'never', wouldMean: mayHold })]
    if (!isDecided(condition, 'always', start, model)) return []
    const wouldMean = mayHold && !isAlways(condition, before, model)
    return [stateDecides(condition.span, { ...about, answer: 'always', wouldMean })]
  })
}

/** A rule of a step sees it in the state that it leads to. */
function checkRulesOf(model: Model, entity: Entity, { name, field, rows }: Transition): readonly Diagnostic[] {
  const { from, to } = statesOfAll(entity, field, rows)
  const start: ValueAssignment = new Map([
    [`this.${field}`, domainOf(to)],
    [`old.${field}`, domainOf(from)],
  ])
  return entity.rules.flatMap(({ transition, must }) => {
    if (transition !== name.identifier || must.kind !== 'hold' || !readsOwn(must.condition, entity, field)) return []
    if (!isDecided(must.condition, 'never', start, model)) return []
    const about = { field, from: from.join(', '), to: to.join(', '), step: name.label }
    return [stateDecides(must.condition.span, { ...about, answer: 'never', wouldMean: true })]
  })
}

function statesOfAll(entity: Entity, field: string, rows: readonly TransitionRow[]) {
  const all = rows.map((row) => statesOf(entity, field, row))
  const several = (states: readonly string[]): readonly string[] => [...new Set(states)]
  return { from: several(all.flatMap(({ from }) => from)), to: several(all.flatMap(({ to }) => to)) }
}

/** The states that a row leads from and to. */
export function statesOf(entity: Entity, field: string, { from, to }: TransitionRow) {
  const workflow = entity.workflows.get(field)
  const all = (workflow?.states ?? []).map(({ word }) => word)
  const left = from === 'any' ? all : from === 'new record' ? [workflow?.starts ?? ''] : from
  return { from: left, to: to === 'stay' ? left : to }
}

function domainOf(words: readonly string[]) {
  return wholeDomain({ kind: 'choice', words }, false)
}

/** Lists the conditions of effects up to the first that may lead the record on from the state. */
function conditionsOf(model: Model, effects: readonly Effect[]): readonly Expression[] {
  const hasEvents = [...model.entities.values()].some(({ events }) => events.length > 0)
  const found: Expression[] = []
  for (const effect of effects) {
    if (effect.if) found.push(effect.if)
    if (leadsOn(effect, hasEvents)) break
  }
  return found
}

/** May an effect lead the record at hand on? `hasEvents`: something happens after changes of some record. */
export function leadsOn({ kind }: Effect, hasEvents: boolean): boolean {
  if (kind === 'do' || kind === 'for each' || kind === 'try') return true
  return hasEvents && (kind === 'create' || kind === 'update' || kind === 'delete')
}

function readsOwn({ tree }: Expression, entity: Entity, field: string): boolean {
  return someNode(
    tree,
    (node) =>
      node.kind === 'field' &&
      node.record.kind === 'this' &&
      node.entity === entity.name.identifier &&
      node.field === field,
  )
}

/** Reports whether the states decide the condition, and nothing else does. */
function isDecided(condition: Expression, answer: 'never' | 'always', start: ValueAssignment, model: Model): boolean {
  const anything: ValueAssignment = new Map()
  return answer === 'never'
    ? !canHold([condition], start, model) && canHold([condition], anything, model)
    : isAlways(condition, start, model) && !isAlways(condition, anything, model)
}

function isAlways({ tree }: Expression, start: ValueAssignment, model: Model): boolean {
  return assignmentsWhere(tree, 'not true', [start], knownValuesOf(model))?.length === 0
}
