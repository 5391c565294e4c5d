// Gives the constants in force at a moment.
import { dateOf } from '../expressions/calendar.ts'
import { readDecimal } from '../expressions/decimal.ts'
import type { Type } from '../expressions/type.ts'
import type { Value } from '../expressions/value.ts'
import { plainValue } from '../model/9-constants/fixed-constants.ts'
import type { Literal, Model } from '../model/model.ts'

/** `limits` of a scope at that moment (RFC 3339, UTC). What is not shown is empty. */
export function constantsAt(model: Model, now: string): { readonly [name: string]: Value } {
  let today: string | undefined
  const isInForce = (from: string | undefined): boolean =>
    from === undefined || from <= (today ??= dateOf(now, model.settings.timeZone) ?? '')
  const limits: { [name: string]: Value } = {}
  for (const [identifier, limit] of model.limits) {
    const inForce = limit.values.findLast((each) => isInForce(each.from))
    limits[identifier] = inForce ? literalValue(inForce.value, limit.type) : null
  }
  return limits
}

/** A written value as expressions see it. */
function literalValue(literal: Literal, type: Type): Value {
  if (type.kind === 'decimal' && 'value' in literal) return readDecimal(String(literal.value), type.scale)
  if (literal.kind === 'list')
    return literal.items.map((item) => literalValue(item, type.kind === 'list' ? type.of : type))
  return plainValue(literal)
}
