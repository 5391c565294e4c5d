// Decides which queries are too costly for the main thread, however small the table.
import type { Node } from '#shared/expressions/node.ts'
import { isCollection } from '#shared/expressions/type-rules.ts'
import { childrenOf, someNode } from '#shared/expressions/walk.ts'
import { longestText } from '#shared/fields/value-limits.ts'
import { ONE_LINE_CHARACTERS } from '#shared/fields/text.ts'
import { workOf } from '#shared/model/expression-cost.ts'
import { isDecidedInMemory } from '../expressions/expression-sql-context.ts'
import type { ReadShape } from '../query-plans.ts'
import type { StatementContext } from './plan-context.ts'
import { pathNode } from './record-sql.ts'
import { placeOf, fieldPolicyOf } from './plan-lookup.ts'
import type { ReadPolicy } from '#shared/policy/read-policy.ts'

/** Nanoseconds for one row, of the document's own conditions and orders: a few thousand rows take a few milliseconds at most. */
const CHEAP_WORK = 20_000
/** Parts of a reader's filter, each of which is looked at for each row. */
const CHEAP_PARTS = 60

type ReaderQuery = Pick<ReadShape, 'policy' | 'exported' | 'filter' | 'sort' | 'search'>

export function isExpensive(
  context: StatementContext,
  { policy, exported = policy, filter, sort, search }: ReaderQuery,
): boolean {
  const isExpensiveGrant = (when: Node | boolean): boolean => typeof when === 'object' && isExpensiveRule(context, when)
  if (isExpensiveGrant(exported.rows)) return true
  // Searched and sorted is by what may be seen in each row.
  if (search === true && policy.fields.some(({ when }) => isExpensiveGrant(when))) return true
  if (sort.some(({ field }) => isExpensiveGrant(fieldPolicyOf(policy, field)))) return true
  if (sort.some(({ field }) => isExpensiveRule(context, pathNode(context, policy.entity, field)))) return true
  return filter !== undefined && !isCheap(context, policy, filter)
}

/**
 * Decides whether a filter takes about as long for each row: no patterns on long texts, and no sets of other records. A count
 * or a summary with such a filter may take the time that its rows take.
 */
export function isSteady(
  context: StatementContext,
  { policy, filter }: { readonly policy: ReadPolicy; readonly filter?: Node },
): boolean {
  const isSteadyPart = (node: Node): boolean => {
    const isJoined =
      node.kind === 'not' || (node.kind === 'binary' && (node.operator === 'and' || node.operator === 'or'))
    if (isJoined) return childrenOf(node).every(isSteadyPart)
    return isCheap(context, policy, node) || (workOf(context.model, node) <= CHEAP_WORK && !someNode(node, isSet))
  }
  return filter === undefined || isSteadyPart(filter)
}

function isSet({ kind }: Node): boolean {
  return kind === 'records' || kind === 'reverse' || kind === 'line' || kind === 'each'
}

function isExpensiveRule({ model }: StatementContext, node: Node): boolean {
  return workOf(model, node) > CHEAP_WORK
}

/** Own columns compared with constants, and not many of them. */
function isCheap(context: StatementContext, policy: ReadPolicy, filter: Node): boolean {
  let parts = 0
  const isCheapPart = (node: Node): boolean => {
    parts += 1
    if (parts > CHEAP_PARTS) return false
    // What is worked out before is bounded where the filter is read.
    if (isDecidedInMemory(node, ROW)) return true
    if (node.kind === 'field') return node.record.kind === 'this' && isShortColumn(context, policy, node.field)
    return (node.kind === 'not' || node.kind === 'binary') && childrenOf(node).every(isCheapPart)
  }
  return isCheapPart(filter)
}

/** The record at hand is a row of the statement; nothing else of a context is asked for. */
const ROW = { this: 'r' }

/** Decides whether a field lies in the row itself and is read with it. Long texts lie elsewhere in the file. */
function isShortColumn(context: StatementContext, policy: ReadPolicy, name: string): boolean {
  const field = context.model.entities.get(policy.entity)?.fields.get(name)
  const when = fieldPolicyOf(policy, name)
  if (field === undefined || placeOf(context, policy.entity, name)?.name === undefined || isCollection(field.valueType))
    return false
  if (typeof when === 'object' && isExpensiveRule(context, when)) return false
  const { type, limits } = field
  const most = longestText({ type, limits: limits.max === undefined ? {} : { max: limits.max } })
  return (most ?? 0) <= ONE_LINE_CHARACTERS
}
