// Decides how holes of templates print: words as labels, records as titles, the rest by type.
import { expressions as say } from '../diagnostics/expressions.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Locale } from '../expressions/functions/formatters.ts'
import { printExpression } from '../expressions/print-expression.ts'
import type { ShownForm } from '../expressions/functions/shown-value.ts'
import type { Expression, Node } from '../expressions/node.ts'
import { BOOLEAN, isCollection, NULL, TEXT } from '../expressions/type-rules.ts'
import type { Type } from '../expressions/type.ts'
import { childrenOf, mapNode, someNode } from '../expressions/walk.ts'
import { type Span, liesWithin } from '../text/span.ts'
import { identifierOf } from '../text/identifier.ts'
import { isMoney } from './is-money.ts'
import type { LinkContext } from './link-context.ts'
import { labelled } from './show-words.ts'
import { substituteThis } from './substitute-this.ts'

export interface HoleContext {
  readonly context: () => LinkContext
  /** Found when it is first needed. */
  readonly locale: () => Locale
}

/** The tree with a form for each hole that has none yet. */
export function showHoles(tree: Node, holes: HoleContext): Node {
  return mapNode(tree, (node) => (node.kind === 'shown' && !node.as ? shownAs(node, holes) : node))
}

function shownAs(hole: Hole, holes: HoleContext): Node {
  const { pattern } = hole
  if (pattern === undefined) return shown(hole.value, holes)
  return { ...hole, as: { ...holes.locale(), form: 'pattern', pattern } }
}

/** A text of the value as people see it; empty where the value is. */
function shown(value: Node, holes: HoleContext): Node {
  const { type, span } = value
  if (isCollection(type)) return joined(value, type.of, holes)
  const plain = (...given: readonly Node[]): Node => ({
    kind: 'call',
    name: 'text',
    arguments: given,
    type: TEXT,
    span,
  })
  switch (type.kind) {
    case 'text':
      return value
    case 'null':
      return { ...value, type: TEXT }
    case 'choice':
      // What is worked out (the smallest of a set) is a word by its type: it becomes a text outside.
      return labelled(value, holes.context()) ?? (value.kind === 'field' ? { ...value, type: TEXT } : plain(value))
    case 'integer':
    case 'time':
      return plain(value)
    case 'boolean':
      return {
        kind: 'conditional',
        test: value,
        then: text('yes', value),
        otherwise: text('no', value),
        type: TEXT,
        span,
      }
    case 'record':
      return titled(value, holes.context().titles.of(type.entity))
  }
  return { kind: 'shown', value, as: { ...holes.locale(), ...formOf(value) }, type: TEXT, span }
}

/** The title of a record. Where there is none, nothing stands in its place: no word of the title either. */
function titled(value: Node, title: Expression | undefined): Node {
  const { span } = value
  const nothing: Node = { kind: 'literal', value: null, type: TEXT, span }
  if (!title) return nothing
  // Whether its computed fields stay fields, is decided for the whole text.
  const tree = title.asked ?? title.tree
  const then: Node = { ...substituteThis(tree, value), span }
  if (tree.kind === 'field' || value.kind === 'this' || isElement(value)) return then
  const none: Node = { kind: 'literal', value: null, type: NULL, span }
  const test: Node = { kind: 'binary', operator: '!=', left: value, right: none, type: BOOLEAN, span }
  return { kind: 'conditional', test, then, otherwise: nothing, type: TEXT, span }
}

function text(value: string, { span }: Node): Node {
  return { kind: 'literal', value, type: TEXT, span }
}

/** Joins values with commas. */
function joined(value: Node, of: Type, holes: HoleContext): Node {
  const { span } = value
  const one: Node = { kind: 'variable', name: ONE, type: of, span }
  const body = shown(one, holes)
  const set: Node =
    body === one
      ? value
      : { kind: 'each', operation: 'map', set: value, variable: ONE, body, type: { kind: 'set', of: TEXT }, span }
  return { kind: 'call', name: 'join', arguments: [set, text(', ', value)], type: TEXT, span }
}

const ONE = 'shown_one'

function isElement(value: Node): boolean {
  return value.kind === 'variable' && value.name === ONE
}

function formOf(value: Node): Pick<ShownForm, 'form' | 'scale'> {
  const { type } = value
  switch (type.kind) {
    case 'decimal':
      if (isMoney(value)) return { form: 'money' }
      return type.unit === 'percent' || type.isShare ? { form: 'percent' } : { form: 'fixed', scale: type.scale }
    case 'date':
    case 'number':
    case 'duration':
      return { form: type.kind }
    case 'timestamp':
      return { form: 'moment' }
    default:
      return { form: 'json' }
  }
}

/** Reports a text with a value in the application's language that is not only read; the value is cited as it stands in the document. */
export function reportLocalisedMisuse(
  tree: Node,
  whole: Span,
  writtenAt: (span: Span) => string,
): Diagnostic | undefined {
  const hole = misusedHole(tree)
  if (!hole) return undefined
  const { value, pattern, span } = hole
  const place = pattern !== undefined && liesWithin(value.span, span) ? value.span : span
  const written = writtenAt(place)
  const params = { hole: written === '' ? printExpression(value) : written }
  if (liesWithin(span, whole)) return say.localised(span, params)
  // It is part of what a name stands for.
  return say.localised(whole, params, { related: [{ message: 'It stands here.', span }] })
}

type Hole = Node & { readonly kind: 'shown' }

function misusedHole(node: Node): Hole | undefined {
  if (node.kind === 'shown') return undefined
  const isRead = isForReading(node)
  for (const child of childrenOf(node)) {
    const found = isRead ? misusedHole(child) : holeIn(child)
    if (found) return found
  }
  return undefined
}

/** Does it hand on the text that stands in it, and ask nothing of it? */
function isForReading(node: Node): boolean {
  switch (node.kind) {
    case 'binary':
      return node.operator === '+'
    case 'each':
      return node.operation === 'map'
    case 'call':
      return node.name !== 'min' && node.name !== 'max' && !ANSWERS.has(node.type.kind)
    default:
      return true
  }
}

const ANSWERS: ReadonlySet<Type['kind']> = new Set(['boolean', 'integer', 'number'])

function holeIn(node: Node): Hole | undefined {
  if (node.kind === 'shown') return node
  for (const child of childrenOf(node)) {
    const found = holeIn(child)
    if (found) return found
  }
  return undefined
}

export function isLocalised(tree: Node): boolean {
  return someNode(tree, ({ kind }) => kind === 'shown')
}

/** Is a field worked out as a text that is printed in the application's language? */
export function isLocalisedField({ meanings }: LinkContext, entity: string, field: string): boolean {
  const tree = meanings.of(entity, identifierOf(field, 'field'))?.tree
  return tree !== undefined && isLocalised(tree)
}
