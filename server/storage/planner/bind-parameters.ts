// Binds the parameters of a statement for one run; memory works out their expressions.
import { compileExpression } from '#shared/expressions/evaluate.ts'
import type { Node } from '#shared/expressions/node.ts'
import type { Scope } from '#shared/expressions/scope.ts'
import type { Model } from '#shared/model/model.ts'
import type { SqlValue } from '../executor.ts'
import { limitsInForce } from './limits-in-force.ts'
import { bindExpressionParameter, TIME_ZONE, toStoredValue } from '../expressions/expression-value.ts'
import type { SqlParameter } from '../sql-parameter.ts'
import type { Bindings } from '../query-plans.ts'

/** Compiled once with its statement. A name that no expression gave belongs to the plan itself: undefined. */
export function binderOf(parameter: SqlParameter): ((scope: Scope) => SqlValue) | undefined {
  if (parameter.parameter === TIME_ZONE || 'translate' in parameter)
    return (scope) => bindExpressionParameter(parameter, scope) ?? null
  if (!('node' in parameter)) return undefined
  const node = parameter.node as Node
  const evaluate = compileExpression(node)
  return (scope) => toStoredValue(evaluate(scope), node.type)
}

export function scopeOfBindings(model: Model, bindings: Bindings): Scope {
  return new BoundScope(model, bindings)
}

/** A class, since an object with a getter of its own takes three times as long to make. */
class BoundScope implements Scope {
  readonly me: Bindings['me']
  readonly now: string
  readonly timeZone: string
  readonly input?: NonNullable<Bindings['input']>
  readonly old?: NonNullable<Scope['old']> | null
  readonly #model: Model

  constructor(model: Model, { me, now, input, old }: Bindings) {
    this.me = me
    this.now = now
    this.timeZone = model.settings.timeZone
    this.#model = model
    if (input !== undefined) this.input = input
    if (old !== undefined) this.old = old
  }

  get limits(): ReturnType<typeof limitsInForce> {
    return limitsInForce(this.#model, this.now)
  }
}
