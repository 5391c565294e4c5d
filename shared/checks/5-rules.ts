// Checks that some record satisfies each rule, and each pair of rules.
import * as say from '../diagnostics/warnings.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Expression } from '../expressions/node.ts'
import { readsOf } from '../expressions/reads.ts'
import type { Entity, Model, Rule } from '../model/model.ts'
import { knownValuesOf } from './reachable-conditions.ts'
import type { SpecificationCheck } from './run-checks.ts'
import { type ValueAssignment, assignmentsWhere } from '../expressions/satisfiability.ts'

/** Pairs are compared up to this many rules that are evaluated together. */
const MOST_RULES = 60

export const checkRules: SpecificationCheck = (model) => [
  ...[...model.entities.values()].flatMap((entity) => checkEntity(model, entity)),
  ...model.calls.flatMap(({ rules, takes }) => {
    const required = new Set(takes.flatMap((taken) => (taken.required && !taken.nullable ? [taken.name] : [])))
    const evaluated = rules.filter(({ warns }) => !warns).filter(isCondition)
    return checkTogether(model, { what: 'input', rules: evaluated, isGiven: (name) => required.has(name) })
  }),
]

/** When a record is created all its rules are evaluated, but for those of transitions, which are evaluated together. */
function checkEntity(model: Model, { rules }: Entity): readonly Diagnostic[] {
  const refusing = rules.filter(({ warns }) => !warns)
  const ofTransitions = Map.groupBy(refusing, ({ transition }) => transition)
  const always = refusing.filter(({ transition, checked }) => transition === undefined && checked === 'always')
  const lasting = always.flatMap(conditionOf).filter(readsOnlyRecord)
  const never = refusing.flatMap(({ name, must }) =>
    must.kind === 'at most' && must.where === undefined && isNone(model, must.count)
      ? [say.ruleNeverHolds(must.count.span, { rule: name, what: 'record' })]
      : [],
  )
  const together = [...ofTransitions].flatMap(([transition, own]) => {
    const beside = transition === undefined ? [] : lasting
    return checkTogether(model, { what: 'record', rules: own.flatMap(conditionOf), beside })
  })
  return [...never, ...together]
}

/** Is the number of records below one? */
function isNone(model: Model, { tree }: Expression): boolean {
  if (tree.kind === 'limit') return (knownValuesOf(model).limit(tree.name) ?? 1) < 1
  return tree.kind === 'literal' && tree.value !== null && Number(tree.value) < 1
}

interface NamedRule {
  readonly name: string
  readonly condition: Expression
}

/** Rules that are evaluated at one time, and of what. */
interface RulePair {
  readonly what: 'record' | 'input'
  readonly rules: readonly NamedRule[]
  /** Rules that hold by then, and are reported elsewhere. */
  readonly beside?: readonly NamedRule[]
  /** Is an input always given? */
  isGiven?(name: string): boolean
}

function checkTogether(model: Model, { what, rules, beside = [], isGiven }: RulePair): readonly Diagnostic[] {
  const canHold = (conditions: readonly NamedRule[]): boolean => holdTogether(model, conditions, isGiven)
  const isBroken = new Set([...rules, ...beside].filter((rule) => !canHold([rule])))
  const never = rules
    .filter((rule) => isBroken.has(rule))
    .map(({ name, condition }) => say.ruleNeverHolds(condition.span, { rule: name, what }))
  const others = [...beside, ...rules].filter((rule) => !isBroken.has(rule)).slice(-MOST_RULES)
  const contradicting = others.flatMap((second, at) => {
    const first = beside.includes(second) ? undefined : others.slice(0, at).find((each) => !canHold([each, second]))
    if (!first) return []
    const related = [{ message: 'The other one stands here.', span: first.condition.span }]
    const params = { rule: second.name, other: first.name, what }
    return [say.rulesContradict(second.condition.span, params, { related })]
  })
  return [...never, ...contradicting]
}

/** Rules by a condition of their own; those on sets of records hold of the first of them. */
function conditionOf({ name, must }: Rule): readonly NamedRule[] {
  return must.kind === 'hold' && isCondition(must) ? [{ name, condition: must.condition }] : []
}

/** A bare "false" is meant, or stands for what is not shown. */
function isCondition({ condition }: { readonly condition: Expression }): boolean {
  return condition.tree.kind !== 'literal'
}

/**
 * Decides whether a condition reads only its record. Its result then changes only with the record, and so holds at
 * all times.
 */
function readsOnlyRecord({ condition: { tree } }: NamedRule): boolean {
  const { others, usesMe, usesNow, usesOld } = readsOf(tree)
  return others.length === 0 && !usesMe && !usesNow && !usesOld
}

/** A rule is broken only by what is false; required fields are filled in whenever it is evaluated. */
function holdTogether(model: Model, rules: readonly NamedRule[], isGiven?: (name: string) => boolean): boolean {
  const isFilled = (entity: string, field: string): boolean => {
    const found = model.entities.get(entity)?.fields.get(field)
    return found?.required === true && !found.computed
  }
  const knowledge = { ...knownValuesOf(model, isFilled), ...(isGiven ? { isGiven } : {}) }
  let situations: readonly ValueAssignment[] | undefined = [new Map()]
  for (const { condition } of rules)
    situations = situations && assignmentsWhere(condition.tree, 'not false', situations, knowledge)
  return situations?.length !== 0
}
