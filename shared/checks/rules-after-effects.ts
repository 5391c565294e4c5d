// Warns of rules that refuse what an effect of their own record has done just before.
import { brokenByEffect } from '../diagnostics/5-rules.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Node } from '../expressions/node.ts'
import { type ValueAssignment, assignmentsWhere, nameOfValue } from '../expressions/satisfiability.ts'
import { wholeDomain } from '../expressions/value-domain.ts'
import type { Effect, Entity, Model, Rule } from '../model/model.ts'
import { knownValuesOf } from './reachable-conditions.ts'
import type { SpecificationCheck } from './run-checks.ts'
import { leadsOn, statesOf } from './states-in-effects.ts'

export const checkRulesAfterEffects: SpecificationCheck = (model) =>
  [...model.entities.values()].flatMap((entity) =>
    effectsUnderRules(entity).flatMap(({ then, rules }) =>
      stepsIn(then).flatMap((step) => checkStep(model, entity, step, rules)),
    ),
  )

/** Effects on one occasion, and the rules that are asked when they are done. */
interface RuledEffects {
  readonly then: readonly Effect[]
  readonly rules: readonly Rule[]
}

function effectsUnderRules({ events, transitions, rules }: Entity): readonly RuledEffects[] {
  const refusing = rules.filter(({ warns, checked }) => !warns && checked !== 'before effects')
  const ofNew = refusing.filter(({ transition }) => transition === undefined)
  return [
    ...events.filter(({ event }) => event === 'created').map(({ then }) => ({ then, rules: ofNew })),
    ...[...transitions.values()].flatMap(({ name, rows }) => {
      const own = refusing.filter(({ transition }) => transition === name.identifier)
      return rows.map(({ from, then }) => ({ then, rules: from === 'new record' ? [...ofNew, ...own] : own }))
    }),
  ]
}

type Step = Effect & { readonly kind: 'do' }

/** Lists the steps that the effects always do, or where their own condition is met. */
function stepsIn(effects: readonly Effect[]): readonly Step[] {
  return effects.flatMap((effect) => (effect.kind === 'do' ? [effect] : []))
}

function checkStep(model: Model, entity: Entity, step: Step, rules: readonly Rule[]): readonly Diagnostic[] {
  const { records } = step
  const other = model.entities.get(step.entity)
  const transition = other?.transitions.get(step.transition)
  const name = nameOfValue(records.tree)
  if (other === undefined || transition === undefined || name === undefined || name === 'this') return []
  // Where it leads on by itself, nothing is known of the state by then.
  if (transition.rows.some(({ then }) => then.some((effect) => leadsOn(effect, true)))) return []
  const { field } = transition
  const words = [...new Set(transition.rows.flatMap((row) => statesOf(other, field, row).to))]
  const start: ValueAssignment = new Map([[`${name}.${field}`, wholeDomain({ kind: 'choice', words }, false)]])
  return rules.flatMap(({ name: rule, must }) => {
    if (must.kind !== 'hold' || !isBroken(model, must.condition.tree, start)) return []
    if (isBroken(model, must.condition.tree, new Map())) return []
    const about = { rule, step: transition.name.label, entity: entity.name.label, other: other.name.label }
    const related = [{ message: 'The rule stands here.', span: must.condition.span }]
    return [brokenByEffect(records.span, { ...about, states: words }, { related })]
  })
}

function isBroken(model: Model, tree: Node, start: ValueAssignment): boolean {
  return assignmentsWhere(tree, 'not false', [start], knownValuesOf(model))?.length === 0
}
