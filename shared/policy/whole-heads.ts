// Finds what opens all lines of a head at once: conditions that look at nothing of a line but its head.
import type { Node } from '../expressions/node.ts'
import { childrenOf } from '../expressions/walk.ts'

/** `rows`: which lines may be read; `field`: their relation to the head. All lines are read where one of these is met. */
export function conditionsOnHead(rows: Node, field: string): readonly Node[] {
  return alternativesOf(rows).filter((node) => looksAtHeadOnly(node, field))
}

function alternativesOf(node: Node): readonly Node[] {
  return node.kind === 'binary' && node.operator === 'or'
    ? [...alternativesOf(node.left), ...alternativesOf(node.right)]
    : [node]
}

function looksAtHeadOnly(node: Node, field: string): boolean {
  if (node.kind === 'field' && node.record.kind === 'this') return node.field === field
  if (node.kind === 'this' || node.kind === 'old') return false
  return childrenOf(node).every((child) => looksAtHeadOnly(child, field))
}
