// Runs calls of functions.
import { isDecimal } from '../decimal.ts'
import type { FunctionParameter } from '../functions/overloads.ts'
import { findOverload, overloadsOf } from '../functions/overloads.ts'
import type { Whole } from '../functions/whole.ts'
import { divideWhole, toBoundedNumber } from '../functions/whole.ts'
import type { Node } from '../node.ts'
import { conversionOf, textPrinterOf } from '../operators.ts'
import { isCollection } from '../type-rules.ts'
import type { Value } from '../value.ts'
import type { Run } from './evaluate-operators.ts'
import { orNone, strict } from './evaluate-operators.ts'
import { distinct, objectOf } from './evaluate-sets.ts'
import { absoluteOf, extremeOf, joinTexts } from './evaluate-values.ts'

/** Gives a list without items in place of `null`. */
export function orEmpty(run: Run): Run {
  return (scope, frame) => {
    const items = run(scope, frame)
    return items === null ? [] : items
  }
}

/** A whole number, or the units of a decimal. */
function wholeOf(value: Value | undefined): Whole {
  return isDecimal(value) ? value.units : (value as Whole)
}

function isCounted(takes: FunctionParameter | undefined): boolean {
  return takes === 'integer'
}

function bounded(run: Run): Run {
  return (scope, frame) => {
    const value = run(scope, frame)
    return typeof value === 'bigint' ? toBoundedNumber(value) : value
  }
}

/** Returns the run of a call from those of its arguments. */
export function runOfCall(node: Node & { readonly kind: 'call' }, parts: readonly Run[]): Run {
  const { name } = node
  const [first] = node.arguments
  if (!first) return () => null
  switch (name) {
    // Only the server knows timers and roles, and fetches them as facts; without these they are not knowable.
    case 'timer':
    case 'role':
      return () => undefined
    case 'count':
      return strict(([items]) => (items as readonly Value[]).length, parts)
    case 'first':
      if (parts.length === 1) return strict(([items]) => (items as readonly Value[])[0] ?? null, parts)
      return strict(
        ([items, count]) => (items as readonly Value[]).slice(0, Math.max(0, count as number)),
        orNone(parts),
      )
    case 'page':
      return strict(([items, limit, offset]) => {
        const from = Math.max(0, offset as number)
        return (items as readonly Value[]).slice(from, from + Math.max(0, limit as number))
      }, orNone(parts))
    case 'distinct':
      return strict(
        ([items]) => distinct(items as readonly Value[], isCollection(first.type) ? first.type.of : first.type),
        parts,
      )
    case 'min':
    case 'max':
      return strict(extremeOf(name, node.type), parts)
    case 'div':
      return strict(([left, right]) => divideWhole(wholeOf(left), wholeOf(right)), parts)
    case 'abs':
      return strict(absoluteOf(node.type), parts)
    case 'join':
      return strict(([items, between]) => joinTexts(items as readonly Value[], between as string), parts)
    case 'object':
      return strict(([pairs]) => objectOf(pairs as readonly Value[], first.type), parts)
    case 'coalesce': {
      const nothing = isCollection(node.type) ? [] : null
      return (scope, frame) => {
        for (const part of parts) {
          const value = part(scope, frame)
          if (value !== null && !(nothing && Array.isArray(value) && value.length === 0)) return value
        }
        return nothing
      }
    }
    case 'convert':
    case 'round': {
      const convert = conversionOf(first.type, node.type)
      return strict(([value]) => convert(value), parts)
    }
    case 'text': {
      const print = textPrinterOf(first.type)
      return strict(([value]) => print(value), parts)
    }
  }
  const overload =
    overloadsOf(name)[
      findOverload(
        name,
        node.arguments.map((argument) => argument.type),
      )
    ]
  if (!overload) return () => null
  // Whole numbers beyond what a number holds are all the same to a function.
  const given = parts.map((part, at) => (isCounted(overload.takes[at]) ? bounded(part) : part))
  const run = strict((values, scope) => overload.run(values, scope.timeZone), given)
  return isCollection(overload.gives) ? orEmpty(run) : run
}
