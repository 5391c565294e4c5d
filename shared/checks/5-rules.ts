// Point 5: is there a record for which each rule holds, and for which two of them hold together?
import * as say from '../diagnostics/checks.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Expression } from '../expressions/node.ts'
import type { Model, Rule } from '../model/model.ts'
import { knowledgeOf } from './conditions.ts'
import type { Check } from './run-checks.ts'
import { type Situation, situationsWhere } from './satisfiable.ts'

/** Pairs are compared up to this many rules of one entity. */
const MOST_RULES = 60

export const checkRules: Check = (model) => {
  const found: Diagnostic[] = []
  for (const entity of model.entities.values()) {
    const rules = entity.rules.flatMap(conditionOf)
    const broken = new Set<Named>()
    for (const rule of rules) {
      if (canHold([rule], model)) continue
      broken.add(rule)
      found.push(say.ruleNeverHolds(rule.condition.span, { rule: rule.name }))
    }
    const others = rules.filter((rule) => !broken.has(rule)).slice(0, MOST_RULES)
    for (const [at, second] of others.entries()) {
      const first = others.slice(0, at).find((each) => !canHold([each, second], model))
      if (!first) continue
      const related = [{ message: 'The other one stands here.', span: first.condition.span }]
      found.push(say.rulesContradict(second.condition.span, { rule: second.name, other: first.name }, { related }))
    }
  }
  return found
}

interface Named {
  readonly name: string
  readonly condition: Expression
}

/** Rules that always refuse, by a condition of their own. A bare "false" is meant, or stands for what is not shown. */
function conditionOf({ name, transition, must, checked, warns }: Rule): readonly Named[] {
  if (transition !== undefined || checked !== 'always' || warns || must.kind !== 'hold') return []
  return must.condition.tree.kind === 'literal' ? [] : [{ name, condition: must.condition }]
}

/** A rule is broken only by what is false; required fields are filled in whenever it is judged. */
function canHold(rules: readonly Named[], model: Model): boolean {
  const isFilled = (entity: string, field: string): boolean => {
    const found = model.entities.get(entity)?.fields.get(field)
    return found?.required === true && !found.computed
  }
  let situations: readonly Situation[] | undefined = [new Map()]
  for (const { condition } of rules)
    situations = situations && situationsWhere(condition.tree, 'not false', situations, knowledgeOf(model, isFilled))
  return situations?.length !== 0
}
