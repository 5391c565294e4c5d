// Converts the value of an expression to the JSON form of a field.
import { decimalFromNumber, decimalToNumber, isDecimal, printDecimal, toScale } from '../expressions/decimal.ts'
import { writeValue } from '../expressions/read-value.ts'
import type { Type } from '../expressions/type.ts'
import type { Value } from '../expressions/value.ts'

/**
 * Numbers become exact decimals (half away from zero, on the shortest decimal that names the double), decimals get the
 * field's places, a number that is to be whole is rounded.
 */
function convertValue(value: Value, to: Type): Value {
  if (value === null || value === undefined) return value
  switch (to.kind) {
    case 'decimal':
      if (isDecimal(value)) return toScale(value, to.scale)
      return typeof value === 'number' || typeof value === 'bigint' ? decimalFromNumber(value, to.scale) : null
    case 'integer':
      return isDecimal(value) ? toScale(value, 0).units : Math.round(Number(value))
    case 'number':
      return isDecimal(value) ? decimalToNumber(value) : Number(value)
    case 'text':
      return isDecimal(value) ? printDecimal(value) : String(value)
    case 'list':
    case 'set':
      return Array.isArray(value) ? value.map((item: Value) => convertValue(item, to.of)) : value
    case 'object': {
      if (typeof value !== 'object' || Array.isArray(value) || isDecimal(value)) return value
      const members = value as { readonly [name: string]: Value }
      return Object.fromEntries(
        Object.entries(to.fields).map(([name, type]) => [name, convertValue(members[name], type)]),
      )
    }
    default:
      return value
  }
}

/** Converts a value like `convertValue`, to the JSON form that is stored and returned. */
export function convertToJson(value: Value, to: Type): unknown {
  const converted = convertValue(value, to)
  // An endless number is none that a field holds: it is refused, and not written as the largest there is.
  return converted === Infinity || converted === -Infinity ? converted : writeValue(converted, to)
}
