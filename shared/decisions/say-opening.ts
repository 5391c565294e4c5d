// Says when a write is open that something takes away now: in which states, or under which conditions.
import type { Node } from '../expressions/node.ts'
import { BOOLEAN } from '../expressions/type-rules.ts'
import { conjunctionOf, nodesIn } from '../expressions/walk.ts'
import type { Model, Workflow } from '../model/model.ts'
import { foldKnown } from '../policy/fold-conditions.ts'
import type { Permission } from '../policy/permissions.ts'
import type { QuotedRemedy } from './say-grantee.ts'
import { sayWhen } from './say-grantee.ts'

type Field = Extract<Node, { kind: 'field' }>
/**
 * `taking`: all that takes the write away, where it is met; `granting`: what grants it now. Where a state decides, the
 * remedy names each state in which nothing takes it away and something grants it. Nothing where no such state is known.
 */
export function sayOpening(
  model: Model,
  taking: readonly Permission[],
  granting: readonly Pick<Permission, 'when'>[],
): QuotedRemedy {
  const nodes = taking.flatMap(({ when }) => (when === true ? [] : [when]))
  // What takes it away always leaves no condition to name.
  if (nodes.length < taking.length) return {}
  const [found] = nodes.flatMap((node) => stateIn(model, node) ?? [])
  const byState = found === undefined ? [] : nodes.filter((node) => comparesState(node, found.state))
  const inStates = found === undefined ? [] : [openStates(found, byState, granting)]
  if (inStates.includes(undefined)) return {}
  const others = nodes.filter((node) => !byState.includes(node)).map(not)
  const condition = conjunctionOf([...inStates, ...others].filter((node) => node !== undefined))
  if (condition === undefined) return {}
  return sayWhen(model, condition, taking.length === 1 ? taking[0]?.grant?.where : undefined)
}

interface ComparedState {
  readonly state: Field
  readonly workflow: Workflow
}

/** Makes the condition that the state is one of those in which the write is open; undefined where there is none. */
function openStates(
  { state, workflow }: ComparedState,
  taking: readonly Node[],
  granting: readonly Pick<Permission, 'when'>[],
): Node | undefined {
  const { type, span } = state
  const words = workflow.states.map(({ word }) => word)
  const open = words.filter(
    (word) =>
      taking.every((node) => inState(node, state, word) === false) &&
      granting.some(({ when }) => when === true || inState(when, state, word) !== false),
  )
  const [only, ...more] = open.map((value): Node => ({ kind: 'literal', value, type, span }))
  const [closed, ...closedToo] = words.filter((word) => !open.includes(word))
  if (only === undefined) return undefined
  if (more.length === 0) return binary('==', state, only)
  if (closed !== undefined && closedToo.length === 0)
    return binary('!=', state, { kind: 'literal', value: closed, type, span })
  return binary('in', state, { kind: 'list', items: [only, ...more], type: { kind: 'list', of: type }, span })
}

/** Finds the state that a condition compares: of the record, or of one that it leads to. */
function stateIn({ entities }: Model, condition: Node): ComparedState | undefined {
  const [found] = nodesIn(condition).flatMap((node): readonly ComparedState[] => {
    if (node.kind !== 'field' || pathOf(node) === undefined) return []
    const workflow = entities.get(node.entity)?.workflows.get(node.field)
    return workflow === undefined ? [] : [{ state: node, workflow }]
  })
  return found
}

function comparesState(condition: Node, state: Field): boolean {
  return nodesIn(condition).some((node) => node.kind === 'field' && pathOf(node) === pathOf(state))
}

/** Folds the condition as if the state were this one; neither true nor false where something else decides, too. */
function inState(condition: Node, state: Field, word: string): Node | boolean {
  const path = pathOf(state)
  const isState = (node: Node): boolean => node.kind === 'field' && pathOf(node) === path
  return foldKnown(condition, (node) => {
    if (node.kind !== 'binary' || !isState(node.left)) return undefined
    const { operator, right } = node
    if (operator === 'in' && right.kind === 'list' && right.items.every(({ kind }) => kind === 'literal'))
      return right.items.some((item) => item.kind === 'literal' && item.value === word)
    if (right.kind !== 'literal') return undefined
    if (operator === '==') return right.value === word
    return operator === '!=' ? right.value !== word : undefined
  })
}

/** Returns the names that lead from the record at hand to a field; undefined where they begin at another record. */
function pathOf(node: Node): string | undefined {
  if (node.kind === 'this') return ''
  if (node.kind !== 'field') return undefined
  const before = pathOf(node.record)
  return before === undefined ? undefined : `${before}.${node.field}`
}

function not(operand: Node): Node {
  return { kind: 'not', operand, type: BOOLEAN, span: operand.span }
}

function binary(operator: '==' | '!=' | 'in', left: Node, right: Node): Node {
  return { kind: 'binary', operator, left, right, type: BOOLEAN, span: left.span }
}
