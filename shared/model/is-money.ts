// Tells whether a decimal that is worked out is money: what is added up of money, or a part of it.
import type { Node } from '../expressions/node.ts'

/** `isMoneyField`: by the field that holds it. */
export function isMoney(node: Node, isMoneyField: (entity: string, field: string) => boolean): boolean {
  const is = (part: Node | undefined): boolean => part !== undefined && isMoney(part, isMoneyField)
  switch (node.kind) {
    case 'field':
      return isMoneyField(node.entity, node.field)
    case 'each':
      return SUMS.has(node.operation) && is(node.body)
    case 'negate':
      return is(node.operand)
    case 'conditional':
      return is(node.then) || is(node.otherwise)
    case 'call':
      return KEEPING.has(node.name) && node.arguments.some(is)
    case 'binary':
      // Money by money is a share.
      if (node.operator === '/') return is(node.left) && !is(node.right)
      return ['+', '-', '*'].includes(node.operator) && (is(node.left) || is(node.right))
    default:
      return false
  }
}

const SUMS: ReadonlySet<string> = new Set(['sum', 'avg', 'min', 'max'])
const KEEPING: ReadonlySet<string> = new Set(['coalesce', 'min', 'max', 'round', 'abs', 'convert'])
