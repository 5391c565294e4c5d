// Converts values of expressions to and from their stored form, and binds parameters.
import { isDecimal, makeDecimal, toScale } from '#shared/expressions/decimal.ts'
import { compileExpression } from '#shared/expressions/evaluate.ts'
import type { Node } from '#shared/expressions/node.ts'
import { printExpression } from '#shared/expressions/print-expression.ts'
import type { Scope } from '#shared/expressions/scope.ts'
import { isCollection } from '#shared/expressions/type-rules.ts'
import type { Type } from '#shared/expressions/type.ts'
import type { Decimal, Value } from '#shared/expressions/value.ts'
import type { Whole } from '#shared/expressions/functions/whole.ts'
import { makeWhole } from '#shared/expressions/functions/whole.ts'
import type { SqlParameter } from '../sql-parameter.ts'
import { isSqlParameter } from '../sql-parameter.ts'

/** A part of an expression that memory decides: worked out once per run, and bound. */
interface ExpressionParameter extends SqlParameter {
  readonly node: Node
  /** Translates a text into the value that the engine gets in its place. */
  readonly translate?: (text: string) => string | number | null
}

/** The application's time zone, for the functions that need it. */
export const TIME_ZONE = 'time zone'

export function expressionParameter(node: Node, translate?: (text: string) => string | number | null): SqlParameter {
  const parameter: ExpressionParameter = { parameter: printExpression(node), node, ...(translate && { translate }) }
  return parameter
}

/**
 * Returns the value to bind for a parameter that an expression was printed with, or undefined for all other
 * parameters.
 */
export function bindExpressionParameter(
  value: unknown,
  scope: Scope,
  inList: ListForm = inSqliteList,
): string | number | null | undefined {
  if (!isSqlParameter(value)) return undefined
  if (value.parameter === TIME_ZONE) return scope.timeZone
  if (!('node' in value)) return undefined
  const { node, translate } = value as ExpressionParameter
  const stored = toStoredValue(compileExpression(node)(scope), node.type, inList)
  return translate && typeof stored === 'string' ? translate(stored) : stored
}

/** How truth, and a number for which JSON or the engine has no word, stands inside of a list. */
export type ListForm = (value: boolean | number | bigint) => unknown

function inSqliteList(value: boolean | number | bigint): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'bigint' ? String(value) : value < 0 ? '-9e999' : '9e999'
}

/**
 * Converts a value to the form in which SQL compares it: decimals are units of their scale, numbers beyond the exact
 * range are texts of their digits, truth is 1 or 0, lists are JSON text of stored values.
 */
export function toStoredValue(value: Value, type: Type, inList: ListForm = inSqliteList): string | number | null {
  if (value === null || value === undefined) return null
  if (isCollection(type) || type.kind === 'object' || type.kind === 'json')
    return JSON.stringify(toStoredJson(value, type, inList))
  if (typeof value === 'boolean') return value ? 1 : 0
  const single = isDecimal(value) ? unitsOf(value, type) : value
  return typeof single === 'bigint' ? String(single) : (single as string | number)
}

function unitsOf(value: Decimal, type: Type): Whole {
  return toScale(value, type.kind === 'decimal' ? type.scale : value.scale).units
}

function toStoredJson(value: Value, type: Type, inList: ListForm): unknown {
  if (isCollection(type) && Array.isArray(value)) return value.map((item: Value) => toStoredJson(item, type.of, inList))
  if (type.kind === 'object' && typeof value === 'object' && value !== null) {
    const members = value as { readonly [name: string]: Value }
    return Object.fromEntries(
      Object.entries(type.fields).map(([name, of]) => [name, toStoredJson(members[name], of, inList)]),
    )
  }
  if (type.kind === 'json') return value
  const single = isDecimal(value) ? unitsOf(value, type) : value
  const isPlain = typeof single === 'number' ? Number.isFinite(single) : !['boolean', 'bigint'].includes(typeof single)
  return isPlain ? (single ?? null) : inList(single as boolean | number | bigint)
}

/** Converts the result of a printed expression to a value. JSON that is parsed already is changed in place. */
export function fromStoredValue(stored: unknown, type: Type): Value {
  return readerOf(type)(stored)
}

type Reader = (stored: unknown) => Value

/** Readers by type, kept so that a list of hundreds of objects is read by a reader that was made once. */
const READERS = new WeakMap<Type, Reader>()

function readerOf(type: Type): Reader {
  let reader = READERS.get(type)
  if (reader === undefined) READERS.set(type, (reader = makeReader(type)))
  return reader
}

function makeReader(type: Type): Reader {
  if (isCollection(type)) {
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
      return unlessEmpty((stored) => makeDecimal(readWhole(stored), type.scale))
    case 'integer':
    case 'duration':
      return unlessEmpty(readWhole)
    case 'number':
      return unlessEmpty(Number)
    default:
      return (stored) => (stored ?? null) as Value
  }
}

/** Within JSON it stands as it is in memory. */
function isAsInJson({ kind }: Type): boolean {
  return !['set', 'list', 'object', 'json', 'boolean', 'decimal', 'integer', 'duration', 'number'].includes(kind)
}

function readWhole(stored: unknown): Whole {
  return typeof stored === 'number' ? stored : makeWhole(BigInt(stored as string | bigint))
}

function unlessEmpty(read: Reader): Reader {
  return (stored) => (stored === null || stored === undefined ? null : read(stored))
}

function parseStored(stored: unknown): unknown {
  return typeof stored === 'string' ? (JSON.parse(stored) as unknown) : (stored ?? null)
}
