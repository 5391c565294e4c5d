// Converts values of expressions to and from their stored form, and binds parameters.
import { toScale } from '#shared/expressions/decimal.ts'
import { compileExpression } from '#shared/expressions/evaluate.ts'
import type { Node } from '#shared/expressions/node.ts'
import { printExpression } from '#shared/expressions/print-expression.ts'
import { isDecimal } from '#shared/expressions/read-value.ts'
import type { Scope } from '#shared/expressions/scope.ts'
import { isMany } from '#shared/expressions/type-rules.ts'
import type { Type } from '#shared/expressions/type.ts'
import type { Value } from '#shared/expressions/value.ts'
import type { SqlParameter } from '../sql-parameter.ts'
import { isSqlParameter } from '../sql-parameter.ts'

/** A part of an expression that memory decides: worked out once per run, and bound. */
interface ExpressionParameter extends SqlParameter {
  readonly node: Node
  /** What the engine is given in place of a text. */
  readonly translate?: (text: string) => string | null
}

/** The application's time zone, for the functions that need it. */
export const TIME_ZONE = 'time zone'

export function expressionParameter(node: Node, translate?: (text: string) => string | null): SqlParameter {
  const parameter: ExpressionParameter = { parameter: printExpression(node), node, ...(translate && { translate }) }
  return parameter
}

/** What to bind for a parameter that an expression was printed with; undefined for parameters of others. */
export function bindExpressionParameter(
  value: unknown,
  scope: Scope,
  truth: Truth = AS_NUMBER,
): string | number | null | undefined {
  if (!isSqlParameter(value)) return undefined
  if (value.parameter === TIME_ZONE) return scope.timeZone
  if (!('node' in value)) return undefined
  const { node, translate } = value as ExpressionParameter
  const stored = toStoredValue(compileExpression(node)(scope), node.type, truth)
  return translate && typeof stored === 'string' ? translate(stored) : stored
}

/** How yes and no are stored inside of lists. */
export type Truth = (value: boolean) => unknown
const AS_NUMBER: Truth = (value) => (value ? 1 : 0)

/** As it is compared in SQL: decimals are units of their scale, truth is 1 or 0, lists are JSON text of stored values. */
export function toStoredValue(value: Value, type: Type, truth: Truth = AS_NUMBER): string | number | null {
  if (value === null || value === undefined) return null
  if (isMany(type) || type.kind === 'object' || type.kind === 'json')
    return JSON.stringify(toStoredJson(value, type, truth))
  if (typeof value === 'boolean') return value ? 1 : 0
  if (isDecimal(value)) {
    const decimal = toScale(value, type.kind === 'decimal' ? type.scale : value.scale)
    return decimal && Number(decimal.units)
  }
  return value as string | number
}

function toStoredJson(value: Value, type: Type, truth: Truth): unknown {
  if (isMany(type) && Array.isArray(value)) return value.map((item: Value) => toStoredJson(item, type.of, truth))
  if (type.kind === 'object' && typeof value === 'object' && value !== null) {
    const members = value as { readonly [name: string]: Value }
    return Object.fromEntries(
      Object.entries(type.fields).map(([name, of]) => [name, toStoredJson(members[name], of, truth)]),
    )
  }
  if (typeof value === 'boolean' && type.kind !== 'json') return truth(value)
  return type.kind === 'json' ? value : toStoredValue(value, type)
}

/** What a printed expression gave, as a value. JSON that was parsed before is changed in place. */
export function fromStoredValue(stored: unknown, type: Type): Value {
  return readerOf(type)(stored)
}

type Reader = (stored: unknown) => Value

/** By type: a list of hundreds of objects is read by what was worked out once. */
const READERS = new WeakMap<Type, Reader>()

function readerOf(type: Type): Reader {
  let reader = READERS.get(type)
  if (reader === undefined) READERS.set(type, (reader = makeReader(type)))
  return reader
}

function makeReader(type: Type): Reader {
  if (isMany(type)) {
    const item = isAsInJson(type.of) ? undefined : readerOf(type.of)
    return (stored) => {
      const list = parseStored(stored)
      if (!Array.isArray(list)) return []
      if (item !== undefined) for (const [at, each] of list.entries()) list[at] = item(each)
      return list as Value
    }
  }
  switch (type.kind) {
    case 'object': {
      const members = Object.entries(type.fields).flatMap(([name, of]) =>
        isAsInJson(of) ? [] : [[name, readerOf(of)] as const],
      )
      return (stored) => {
        const object = parseStored(stored) as { [name: string]: unknown } | null
        if (typeof object !== 'object' || object === null) return object
        for (const [name, read] of members) object[name] = read(object[name])
        return object as Value
      }
    }
    case 'json':
      return (stored) => parseStored(stored) as Value
    case 'boolean':
      return unlessEmpty((stored) => Number(stored) === 1)
    case 'decimal':
      return unlessEmpty((stored) => ({ units: BigInt(stored as number | bigint), scale: type.scale }))
    case 'integer':
    case 'number':
    case 'duration':
      return unlessEmpty(Number)
    default:
      return (stored) => (stored ?? null) as Value
  }
}

/** Within JSON it stands as it is in memory. */
function isAsInJson({ kind }: Type): boolean {
  return !['set', 'list', 'object', 'json', 'boolean', 'decimal'].includes(kind)
}

function unlessEmpty(read: Reader): Reader {
  return (stored) => (stored === null || stored === undefined ? null : read(stored))
}

function parseStored(stored: unknown): unknown {
  return typeof stored === 'string' ? (JSON.parse(stored) as unknown) : (stored ?? null)
}
