// Tells whether a decimal is money: a field or constant of it, what is added up of it, or a part of it.
import type { Expression, Node } from '../expressions/node.ts'
import type { Type } from '../expressions/type.ts'

export function isMoney(node: Node): boolean {
  switch (node.kind) {
    case 'field':
    case 'input':
    case 'variable':
    case 'limit':
    case 'lookup':
    case 'literal':
      return node.type.kind === 'decimal' && node.type.unit === 'currency'
    case 'each':
      return SUMS.has(node.operation) && isMoney(node.body)
    case 'negate':
      return isMoney(node.operand)
    case 'conditional':
      return isMoney(node.then) || isMoney(node.otherwise)
    case 'call':
      return KEEPING.has(node.name) && node.arguments.some(isMoney)
    case 'binary':
      // Money by money is a share.
      if (node.operator === '/') return isMoney(node.left) && !isMoney(node.right)
      return ['+', '-', '*'].includes(node.operator) && (isMoney(node.left) || isMoney(node.right))
    default:
      return false
  }
}

/** Gives the type of a name for a value: what is worked out of money stays money by its name, though its type does not say so. */
export function typeOfNamed({ tree, asked = tree }: Expression): Type {
  // A computed field is what it is declared as.
  return withUnit(tree.type, asked.kind === 'field' ? isMoney(asked) : [tree, asked].some(isMoney))
}

/** Gives the type of the name that stands for each of several values. */
export function typeOfEach({ tree, asked = tree }: Expression, of: Type): Type {
  const bodies = [tree, asked].flatMap((node) => (node.kind === 'each' && node.operation === 'map' ? [node.body] : []))
  return withUnit(of, bodies.some(isMoney))
}

function withUnit(type: Type, isOfMoney: boolean): Type {
  return type.kind === 'decimal' && isOfMoney ? { ...type, unit: 'currency' } : type
}

const SUMS: ReadonlySet<string> = new Set(['sum', 'avg', 'min', 'max'])
const KEEPING: ReadonlySet<string> = new Set(['coalesce', 'min', 'max', 'round', 'abs', 'convert'])
