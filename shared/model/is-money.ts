// Tells whether a decimal is money: a field or constant of it, what is added up of it, or a part of it.
import type { Node } from '../expressions/node.ts'

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

const SUMS: ReadonlySet<string> = new Set(['sum', 'avg', 'min', 'max'])
const KEEPING: ReadonlySet<string> = new Set(['coalesce', 'min', 'max', 'round', 'abs', 'convert'])
