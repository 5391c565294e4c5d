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

/** What a printed expression gave, as a value. */
export function fromStoredValue(stored: unknown, type: Type): Value {
  if (stored === null || stored === undefined) return isMany(type) ? [] : null
  if (isMany(type) || type.kind === 'object' || type.kind === 'json') {
    return fromStoredJson(typeof stored === 'string' ? (JSON.parse(stored) as unknown) : stored, type)
  }
  switch (type.kind) {
    case 'boolean':
      return Number(stored) === 1
    case 'decimal':
      return { units: BigInt(stored as number | bigint), scale: type.scale }
    case 'integer':
    case 'number':
    case 'duration':
      return Number(stored)
    default:
      return stored as Value
  }
}

function fromStoredJson(json: unknown, type: Type): Value {
  if (isMany(type)) return Array.isArray(json) ? json.map((item) => fromStoredValue(item, type.of)) : []
  if (type.kind === 'object' && typeof json === 'object' && json !== null) {
    const members = json as { readonly [name: string]: unknown }
    return Object.fromEntries(
      Object.entries(type.fields).map(([name, of]) => [name, fromStoredValue(members[name], of)]),
    )
  }
  return json as Value
}
