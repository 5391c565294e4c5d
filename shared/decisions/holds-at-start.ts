// Says of a condition whether it holds of every new record: only the states it starts in are known.
import { evaluate } from '../expressions/evaluate.ts'
import type { Node } from '../expressions/node.ts'
import { someNode } from '../expressions/walk.ts'
import type { Entity } from '../model/model.ts'

/** False too where it depends on what else the record will hold, on who creates it, or on when. */
export function holdsAtStart({ workflows }: Entity, condition: Node | true): boolean {
  if (condition === true) return true
  if (someNode(condition, ({ kind }) => !READS_STATES.has(kind))) return false
  const states = [...workflows].map(([field, { starts }]) => [field, starts] as const)
  const here = { this: { id: '', ...Object.fromEntries(states) }, me: null, now: '', timeZone: 'UTC', limits: {} }
  return evaluate(condition, here) === true
}

/**
 * Kinds of nodes that read only the states of the record. All other kinds read other records, the caller or the
 * clock.
 */
const READS_STATES: ReadonlySet<Node['kind']> = new Set(['literal', 'this', 'field', 'binary', 'not', 'list'])
