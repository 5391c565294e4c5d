// Binds the parameters of a statement for one run; memory works out their expressions.
import { constantsAt } from '#shared/decisions/9-constants.ts'
import { compileExpression } from '#shared/expressions/evaluate.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { Scope } from '#shared/expressions/scope.ts'
import type { Value } from '#shared/expressions/value.ts'
import type { Model } from '#shared/model/model.ts'
import type { SqlValue } from '../sqlite/connection.ts'
import { bindExpressionParameter, TIME_ZONE, toStoredValue } from '../expressions/expression-value.ts'
import type { SqlParameter } from '../sql-parameter.ts'
import type { Bindings } from '../query-plans.ts'

/** Compiled once with its statement. A name that no expression gave belongs to the plan itself: undefined. */
export function binderOf(parameter: SqlParameter): ((scope: Scope) => SqlValue) | undefined {
  if (parameter.parameter === TIME_ZONE) return (scope) => bindExpressionParameter(parameter, scope) ?? null
  if (!('node' in parameter)) return undefined
  const node = parameter.node as Node
  const evaluate = compileExpression(node)
  return (scope) => toStoredValue(evaluate(scope), node.type)
}

export function scopeOf(model: Model, bindings: Bindings): Scope {
  return {
    me: bindings.me,
    now: bindings.now,
    timeZone: model.settings.timeZone,
    get limits() {
      return limitsOf(model, bindings.now)
    },
    ...(bindings.input ? { input: bindings.input } : {}),
    ...(bindings.old === undefined ? {} : { old: bindings.old }),
  }
}

/** Constants change with the date, and dates change with a minute: those of the last minute are kept. */
const kept = new WeakMap<Model, { readonly minute: string; readonly limits: { readonly [name: string]: Value } }>()

function limitsOf(model: Model, now: string): { readonly [name: string]: Value } {
  const minute = now.slice(0, 16)
  const last = kept.get(model)
  if (last?.minute === minute) return last.limits
  const limits = constantsAt(model, now)
  kept.set(model, { minute, limits })
  return limits
}
