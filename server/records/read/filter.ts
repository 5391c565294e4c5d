// Reads the filter of a list against the actor's policy; literals become parameters of the plan.
import { hash } from 'node:crypto'
import { readExpression } from '#shared/expressions/checker.ts'
import { findOverload, overloadsOf } from '#shared/expressions/functions/overloads.ts'
import type { Node } from '#shared/expressions/node.ts'
import { readValue } from '#shared/expressions/read-value.ts'
import type { Value } from '#shared/expressions/value.ts'
import { childrenOf, mapChildren, mapNode } from '#shared/expressions/walk.ts'
import type { Model } from '#shared/model/model.ts'
import { substituteThis } from '#shared/model/substitute-this.ts'
import { MOST_WORK, workBeforeRows, workOf } from '#shared/model/expression-cost.ts'
import { fragment } from '#shared/text/fragment.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { FilterSchema } from '../../policy/filter-schema.ts'
import { filterSchemaOf } from '../../policy/filter-schema.ts'
import { policyOf } from '../../policy/policy.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { refused } from '../../policy/refused.ts'

export interface Filter {
  readonly node: Node
  /** Names the shape: filters that differ only in literals share one. */
  readonly shape: string
  /** About how much memory the filter takes. */
  readonly bytes: number
  readonly input: { readonly [name: string]: Value }
}

/** A computed text that is printed in the application's language. */
function localisedFieldIn({ entities }: Pick<Model, 'entities'>, tree: Node): string | undefined {
  if (tree.kind === 'field' && entities.get(tree.entity)?.fields.get(tree.field)?.computed?.localised) return tree.field
  for (const child of childrenOf(tree)) {
    const found = localisedFieldIn({ entities }, child)
    if (found !== undefined) return found
  }
  return undefined
}

export const LONGEST_FILTER = 4_000
/** Nanoseconds of what needs no record: it is worked out before, while others wait. */
const MOST_WORK_BEFORE = 10_000_000
/** The number of patterns in a filter. How many texts a pattern will be compared with is not known when it is read. */
const MOST_PATTERNS = 20

const FILTER_ROOM = { bytesOf: ({ bytes }: Filter): number => bytes }

/** Read once, and kept for the next time that one with these roles asks it. */
export function filterOf(
  running: RunningDocument,
  actor: Actor,
  entity: string,
  text: string | undefined,
): Filter | undefined {
  if (text === undefined) return undefined
  const policy = policyOf(running, actor).entity(entity)
  return running.keptOn(policy, 'filter', text, () => readFilter(running, actor, entity, text), FILTER_ROOM)
}

export function readFilter(running: RunningDocument, actor: Actor, entity: string, text: string): Filter {
  if (text.length > LONGEST_FILTER) throw refused('filter_too_long', { most: LONGEST_FILTER })
  if (text.split('matches').length - 1 > MOST_PATTERNS) throw refused('filter_too_costly')
  const environment = { record: entity }
  const schema = filterSchemaOf(running, actor)
  const { expression, diagnostics } = readExpression(fragment(text), schema, environment, {
    kind: 'boolean',
  })
  const wrong =
    diagnostics.find((each) => each.severity === 'error') ?? (expression === undefined ? diagnostics[0] : undefined)
  if (wrong !== undefined) {
    const { code, message, span, hint } = wrong
    const more = { column: span.start + 1, ...(hint === undefined ? {} : { hint }) }
    throw refused(UNKNOWN.has(code) ? 'filter_unknown_field' : 'bad_filter', { problem: message }, more)
  }
  if (expression === undefined) throw refused('filter_no_condition')
  const localised = localisedFieldIn(running.model, expression.tree)
  if (localised !== undefined) throw refused('localised_field', { field: localised })
  const asked = rewriteOwnRecord(expandWords(expression.tree, schema))
  checkWork(running, asked)
  const input: { [name: string]: Value } = {}
  const node = extractLiterals(asked, input)
  const shape = JSON.stringify(node, (key, value: unknown) => (key === 'span' ? undefined : value))
  // As measured: a tree takes about twice its JSON.
  return { node, shape: hash('sha256', shape, 'base64url'), input, bytes: 2 * shape.length + 2 * text.length }
}

const UNKNOWN: ReadonlySet<string> = new Set([
  'expressions/unknown-name',
  'expressions/unknown-member',
  'expressions/unknown-limit',
])

/** Bounds the command context by what is written: the size of a pattern times the longest text that it may meet, and its like. */
function checkWork({ model }: RunningDocument, node: Node): void {
  if (workOf(model, node) <= MOST_WORK && workBeforeRows(model, node) <= MOST_WORK_BEFORE) return
  throw refused('filter_too_costly')
}

/** Words of point 5 are put in as they are written: what they name is then read under this actor's policy. */
function expandWords(node: Node, schema: FilterSchema): Node {
  return mapNode(node, (each) => {
    const meaning = each.kind === 'field' ? schema.wordOf(each.entity, each.field) : undefined
    return each.kind === 'field' && meaning ? substituteThis(expandWords(meaning, schema), each.record) : each
  })
}

/**
 * A filter reads the caller's own record as any other, by a walk that sees what the caller may read: `me` itself has all its fields.
 * A choice between `me` and `me` is a record to walk from.
 */
export function rewriteOwnRecord(node: Node): Node {
  const asked = mapChildren(node, rewriteOwnRecord)
  if (asked.kind !== 'field' || asked.record.kind !== 'me') return asked
  const { record: me } = asked
  const test: Node = { kind: 'literal', value: true, type: { kind: 'boolean' }, span: me.span }
  return { ...asked, record: { kind: 'conditional', test, then: me, otherwise: me, type: me.type, span: me.span } }
}

/**
 * Replaces literals by parameters of the plan: those in `due_at < moment("…")`, `subject == "x"` or
 * `subject.contains("x")`. Words of a choice stay, since they are few and their order is part of the plan.
 */
function extractLiterals(node: Node, input: { [name: string]: Value }): Node {
  const take = (literal: Node, isWanted: boolean): Node => {
    if (!isWanted || literal.kind !== 'literal' || literal.value === null || !TAKEN.has(literal.type.kind))
      return extractLiterals(literal, input)
    const name = `literal_${Object.keys(input).length}`
    input[name] = readValue(literal.value, literal.type)
    return { kind: 'input', name, type: literal.type, span: literal.span, written: true }
  }
  if (node.kind === 'binary' && COMPARISONS.has(node.operator)) {
    const isSame = node.left.type.kind === node.right.type.kind
    return { ...node, left: take(node.left, isSame), right: take(node.right, isSame) }
  }
  if (node.kind === 'binary' && ARITHMETIC.has(node.operator))
    return { ...node, left: take(node.left, true), right: take(node.right, true) }
  if (node.kind === 'binary' && node.operator === 'in' && isListOf(node.right, node.left.type.kind)) {
    const { items } = node.right
    // Of sixteen sizes, so that longer and shorter lists are of one shape.
    const size = 2 ** Math.ceil(Math.log2(items.length))
    const filled = Array.from({ length: size }, (_, at) => items[at] ?? items.at(-1)).filter(
      (each) => each !== undefined,
    )
    const right = { ...node.right, items: filled.map((item) => take(item, true)) }
    return { ...node, left: extractLiterals(node.left, input), right }
  }
  if (node.kind === 'call') {
    const { name, arguments: given } = node
    const types = given.map(({ type }) => type)
    const takes = overloadsOf(name)[findOverload(name, types)]?.takes ?? []
    return { ...node, arguments: given.map((each, at) => take(each, takes[at] === 'text' || takes[at] === 'pattern')) }
  }
  return mapChildren(node, (child) => extractLiterals(child, input))
}

/** A written list of values, all of them of this kind and to be taken. */
function isListOf(node: Node, kind: Node['type']['kind']): node is Extract<Node, { readonly kind: 'list' }> {
  return (
    node.kind === 'list' &&
    node.items.length > 0 &&
    TAKEN.has(kind) &&
    node.items.every((item) => item.kind === 'literal' && item.value !== null && item.type.kind === kind)
  )
}

const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%'])
const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>='])
const TAKEN: ReadonlySet<string> = new Set(['text', 'integer', 'number', 'timestamp', 'date'])
