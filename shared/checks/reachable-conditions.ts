// Checks that the conditions of transitions and grants can hold.
import * as say from '../diagnostics/warnings.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Expression } from '../expressions/node.ts'
import type { Entity, Field, Grantee, Model, TransitionInput } from '../model/model.ts'
import { type Interval, wholeDomain } from '../expressions/value-domain.ts'
import { conditionsOfGrant } from './granted-roles.ts'
import type { SpecificationCheck } from './run-checks.ts'
import { type KnownValues, type ValueAssignment, assignmentsWhere } from '../expressions/satisfiability.ts'

export const checkReachableConditions: SpecificationCheck = (model) =>
  [...model.entities.values()].flatMap((entity) => [...checkTransitions(model, entity), ...checkGrants(model, entity)])

/** A transition is asked of a record that is in a state from which it leads. */
function checkTransitions(model: Model, { workflows, transitions }: Entity): readonly Diagnostic[] {
  return [...transitions.values()].flatMap(({ name, field, rows, asks }) =>
    rows.flatMap(({ from, when, who }) => {
      if (from === 'new record') return []
      const words = from === 'any' ? (workflows.get(field)?.states ?? []).map(({ word }) => word) : from
      const states = wholeDomain({ kind: 'choice', words }, false)
      const start: ValueAssignment = new Map([[`this.${field}`, states]])
      const needed = when ? [when] : []
      const params = { transition: name.label, from: words.join(', ') }
      if (when && !canHold(needed, start, model, asks)) return [say.transitionNeverHolds(when.span, params)]
      // Conditions on who may do it: one of them suffices.
      const conditions = who.flatMap((each) => (each.kind === 'condition' ? [each.condition] : []))
      const [first] = conditions
      const isOpen =
        conditions.length < who.length || conditions.some((each) => canHold([...needed, each], start, model, asks))
      const isSaid = who.some((each) => isHeldByNobody(each, model))
      return !first || isOpen || isSaid ? [] : [say.transitionNeverHolds(first.span, params)]
    }),
  )
}

function checkGrants(model: Model, { grants, name }: Entity): readonly Diagnostic[] {
  return grants.flatMap((grant) => {
    const { who, except } = grant
    const conditions = conditionsOfGrant(grant)
    const last = conditions.at(-1)
    if (!last || canHold(conditions, new Map(), model) || isHeldByNobody(who, model)) return []
    return [say.grantNeverHolds(last.span, { entity: name.label, except })]
  })
}

/** Does it stand for a role that nobody can have? That is said where the role stands. */
export function isHeldByNobody(who: Grantee, model: Model): boolean {
  if (who.kind !== 'condition' || canHold([who.condition], new Map(), model)) return false
  const { start } = who.condition.span
  return [...model.roles.values()].some(({ onRecords }) => onRecords.some(({ where }) => where.span.start === start))
}

/** Is there a record for which all of them are met? `asks`: the inputs that the conditions may read. */
export function canHold(
  conditions: readonly Pick<Expression, 'tree'>[],
  start: ValueAssignment,
  model: Model,
  asks: readonly TransitionInput[] = [],
): boolean {
  // A bare "false" is meant; and so stands what needs something that is not shown.
  if (conditions.some(({ tree }) => tree.kind === 'literal')) return true
  const known = knownValuesOf(model, undefined, asks)
  let situations: readonly ValueAssignment[] | undefined = [start]
  for (const { tree } of conditions) situations &&= assignmentsWhere(tree, 'true', situations, known)
  return situations?.length !== 0
}

export function knownValuesOf(
  model: Model,
  isFilled: KnownValues['isFilled'] = () => false,
  asks: readonly TransitionInput[] = [],
): KnownValues {
  return {
    isFilled,
    rangeOf(subject) {
      if (subject.kind === 'input')
        return intervalWithin(asks.find(({ name }) => name.identifier === subject.name)?.limits)
      const field = subject.kind === 'field' ? model.entities.get(subject.entity)?.fields.get(subject.field) : undefined
      return field?.computed === undefined ? intervalWithin(field?.limits) : undefined
    },
    limit: (name) => {
      const [only, ...others] = model.limits.get(name)?.values ?? []
      if (!only || only.from !== undefined || others.length > 0) return undefined
      const { value } = only
      if (value.kind === 'integer' || value.kind === 'decimal') return Number(value.value)
      return value.kind === 'duration' ? value.milliseconds : undefined
    },
  }
}

/** Gives the numbers that limits leave; lengths of durations are left open. */
function intervalWithin(limits: Field['limits'] | undefined): Interval {
  const [min, max] = [limits?.min, limits?.max].map((bound) => (bound === undefined ? NaN : Number(bound)))
  return {
    ...(min !== undefined && Number.isFinite(min) ? { min } : {}),
    ...(max !== undefined && Number.isFinite(max) ? { max } : {}),
  }
}
