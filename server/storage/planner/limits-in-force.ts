// Gives the constants in force at a moment: those of the latest minute are kept.
import { constantsAt } from '#shared/decisions/9-constants.ts'
import type { Value } from '#shared/expressions/value.ts'
import type { Model } from '#shared/model/model.ts'

interface Limits {
  readonly [name: string]: Value
}

/** Constants change with the date, and a date changes with a minute. */
const latest = new WeakMap<Model, { readonly minute: string; readonly limits: Limits }>()

/** `now`: RFC 3339, UTC. */
export function limitsInForce(model: Model, now: string): Limits {
  const kept = latest.get(model)
  if (kept !== undefined && now.startsWith(kept.minute)) return kept.limits
  const limits = constantsAt(model, now)
  latest.set(model, { minute: now.slice(0, 16), limits })
  return limits
}
