// Converts values between memory and their JSON form in the API.
import { decimalFromNumber, isDecimal, makeDecimal, printDecimal, readDecimal } from './decimal.ts'
import { printIsoDuration, readIsoDuration } from './duration.ts'
import type { Type } from './type.ts'
import type { Decimal, Value } from './value.ts'

/** Reads the JSON form by type. `undefined` (hidden) stays; what does not fit is null. */
export function readValue(json: unknown, type: Type): Value {
  if (json === undefined || json === null) return json
  switch (type.kind) {
    case 'decimal':
      if (typeof json !== 'string' && typeof json !== 'number') return null
      return readUnits(
        typeof json === 'string' ? readDecimal(json, jsonScale(type)) : decimalFromNumber(json, jsonScale(type)),
        type,
      )
    case 'duration':
      return typeof json === 'string' ? readIsoDuration(json) : null
    case 'list':
    case 'set':
      return Array.isArray(json) ? json.map((item) => readValue(item, type.of)) : null
    case 'object': {
      if (typeof json !== 'object') return null
      const members = json as { readonly [name: string]: unknown }
      return Object.fromEntries(
        Object.entries(type.fields).map(([name, of]) => [name, readValue(members[name] ?? null, of)]),
      )
    }
    default:
      return json as Value
  }
}

type DecimalType = Extract<Type, { readonly kind: 'decimal' }>

/** A per cent is its hundredth in expressions, and its number in JSON: "12.50" is 0.1250. */
function shiftOf({ unit }: DecimalType): number {
  return unit === 'percent' ? 2 : 0
}

/** The places of a decimal in its JSON form. */
export function jsonScale(type: DecimalType): number {
  return type.scale - shiftOf(type)
}

function readUnits(read: Decimal | null, type: DecimalType): Decimal | null {
  return read && makeDecimal(read.units, type.scale)
}

/** The reader of one type, for a field that is read often. */
export function readerOf(type: Type): ((json: unknown) => Value) | undefined {
  const plain = !['decimal', 'duration', 'list', 'set', 'object'].includes(type.kind)
  const items = type.kind === 'list' || type.kind === 'set' ? readerOf(type.of) : undefined
  if (plain || ((type.kind === 'list' || type.kind === 'set') && !items)) return undefined
  return (json) => readValue(json, type)
}

/** The JSON form of a value. */
export function writeValue(value: Value, type: Type): unknown {
  if (value === undefined || value === null) return null
  if (isDecimal(value))
    return printDecimal(type.kind === 'decimal' ? makeDecimal(value.units, value.scale - shiftOf(type)) : value)
  if (type.kind === 'duration' && (typeof value === 'number' || typeof value === 'bigint'))
    return printIsoDuration(value)
  // JSON has no word for an endless number, and those who read it take whole numbers for doubles.
  if (typeof value === 'bigint' || value === Infinity || value === -Infinity)
    return Math.max(-Number.MAX_VALUE, Math.min(Number(value), Number.MAX_VALUE))
  if (Array.isArray(value) && (type.kind === 'list' || type.kind === 'set')) {
    return (value as readonly Value[]).map((item) => writeValue(item, type.of))
  }
  if (type.kind === 'object' && typeof value === 'object') {
    const members = value as { readonly [name: string]: Value }
    const written: { [name: string]: unknown } = {}
    for (const [name, of] of membersOf(type)) written[name] = writeValue(members[name], of)
    return written
  }
  return value
}

type ObjectType = Extract<Type, { readonly kind: 'object' }>

const MEMBERS = new WeakMap<ObjectType, readonly (readonly [name: string, type: Type])[]>()

function membersOf(type: ObjectType): readonly (readonly [name: string, type: Type])[] {
  let members = MEMBERS.get(type)
  if (members === undefined) MEMBERS.set(type, (members = Object.entries(type.fields)))
  return members
}
