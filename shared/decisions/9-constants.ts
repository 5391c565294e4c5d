// Point 9: the constants in force at a moment.
import { readDecimal } from '../expressions/decimal.ts'
import type { Value } from '../expressions/value.ts'
import type { Literal, Model } from '../model/model.ts'

/** `limits` of a scope at that moment (RFC 3339, UTC). What is not shown is empty. */
export function limitsAt(model: Model, now: string): { readonly [name: string]: Value } {
  const today = dateIn(model.settings.timeZone, now)
  const limits: { [name: string]: Value } = {}
  for (const [identifier, limit] of model.limits) {
    const inForce = limit.values.findLast((each) => each.from === undefined || each.from <= today)
    limits[identifier] = inForce ? literalValue(inForce.value) : null
  }
  return limits
}

/** A written value as expressions see it: sizes in bytes, durations in milliseconds, a rate by its count. */
export function literalValue(literal: Literal): Value {
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

/** The calendar date of a moment in a time zone. */
function dateIn(timeZone: string, now: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return parts.format(Date.parse(now))
}
