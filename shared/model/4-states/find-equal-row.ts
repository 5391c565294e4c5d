// Finds the row of a transition that keeps a later one of the same name from ever applying.
import type { Expression } from '../../expressions/node.ts'
import { printExpression } from '../../expressions/print-expression.ts'
import type { TransitionRow } from './types.ts'

/** The first row that fits applies: a later one with the same people, condition and moment, from no other state, never does. */
export function findEqualRow(before: readonly TransitionRow[], row: TransitionRow): TransitionRow | undefined {
  return before.find((each) => coversStates(each, row) && conditionsOf(each) === conditionsOf(row))
}

function coversStates({ from }: TransitionRow, { from: later }: TransitionRow): boolean {
  if (typeof from === 'string' || typeof later === 'string')
    return from === later || (from === 'any' && later !== 'new record')
  return later.length > 0 && later.every((state) => from.includes(state))
}

function conditionsOf({ who, when, after }: TransitionRow): string {
  const people = who.map((each) => JSON.stringify(each, asWritten)).toSorted()
  return JSON.stringify([people, when, after], asWritten)
}

/** Two conditions are the same where they are written alike, wherever they stand. */
function asWritten(_key: string, value: unknown): unknown {
  return isExpression(value) ? printExpression(value.tree) : value
}

function isExpression(value: unknown): value is Expression {
  return typeof value === 'object' && value !== null && 'tree' in value
}
