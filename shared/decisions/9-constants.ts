// Point 9: the constants in force at a moment.
import { dateOf } from '../expressions/calendar.ts'
import { readDecimal } from '../expressions/decimal.ts'
import type { Value } from '../expressions/value.ts'
import type { Literal, Model } from '../model/model.ts'

/** `limits` of a scope at that moment (RFC 3339, UTC). What is not shown is empty. */
export function limitsAt(model: Model, now: string): { readonly [name: string]: Value } {
  let today: string | undefined
  const isInForce = (from: string | undefined): boolean =>
    from === undefined || from <= (today ??= dateOf(now, model.settings.timeZone) ?? '')
  const limits: { [name: string]: Value } = {}
  for (const [identifier, limit] of model.limits) {
    const inForce = limit.values.findLast((each) => isInForce(each.from))
    limits[identifier] = inForce ? literalValue(inForce.value) : null
  }
  return limits
}

/** A written value as expressions see it: sizes in bytes, durations in milliseconds, a rate by its count. */
function literalValue(literal: Literal): Value {
  switch (literal.kind) {
    case 'size':
      return literal.bytes
    case 'duration':
      return literal.milliseconds
    case 'rate':
      return literal.count
    case 'decimal':
      return readDecimal(literal.value, literal.value.split('.')[1]?.length ?? 0)
    case 'list':
      return literal.items.map(literalValue)
    default:
      return literal.value
  }
}
