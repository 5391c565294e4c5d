// Shows the words of an enumeration by their labels in titles and messages.
import type { Expression, Node } from '../expressions/node.ts'
import { isCollection, TEXT } from '../expressions/type-rules.ts'
import type { Type } from '../expressions/type.ts'
import type { Choice } from '../fields/field-type.ts'
import { isShown } from '../points/declarations.ts'
import type { LinkContext } from './link-context.ts'

/** The expression with labels in place of words wherever a word becomes text, or is what is shown. */
export function showWords(expression: Expression, context: LinkContext): Expression {
  const tree = showWordsIn(expression.tree, context)
  return tree === expression.tree ? expression : { ...expression, tree }
}

/**
 * Shows the labels of words, like `showWords`, in a part of a message. A bare field stays as it is, since its type
 * and the way it is printed are known.
 */
export function showWordsInPart(expression: Expression, context: LinkContext): Expression {
  return expression.tree.kind === 'field' ? expression : showWords(expression, context)
}

/** The tree with labels in place of words, like `showWords`. */
export function showWordsIn(node: Node, context: LinkContext): Node {
  const inner = (child: Node): Node => showWordsIn(child, context)
  if (node.type.kind === 'choice') return labelled(node, context) ?? node
  if (isCollection(node.type) && node.type.of.kind === 'choice')
    return labelledEach(node, node.type.of, context) ?? node
  switch (node.kind) {
    case 'conditional':
      return { ...node, then: inner(node.then), otherwise: inner(node.otherwise) }
    case 'binary':
      return node.operator === '+' ? { ...node, left: inner(node.left), right: inner(node.right) } : node
    case 'each': {
      const { type } = node
      const body = node.operation === 'map' ? inner(node.body) : node.body
      return body !== node.body && 'of' in type ? { ...node, body, type: { ...type, of: body.type } } : node
    }
    case 'call':
      return SHOWING.has(node.name) ? { ...node, arguments: node.arguments.map(inner) } : node
  }
  return node
}

/** Functions that show what they are given. */
const SHOWING: ReadonlySet<string> = new Set(['text', 'string', 'coalesce', 'upper', 'lower', 'trim'])

/** A lookup of the word's label; undefined for what is no choice, or whose labels are its words. */
export function labelled(node: Node, context: LinkContext): Node | undefined {
  const choices = choicesOf(node, context)
  if (choices.every(({ word, label }) => word === label)) return undefined
  const { span } = node
  const column: Node = { kind: 'literal', value: LABEL, type: TEXT, span }
  const cells = choices.map(({ word, label }) => ({ row: word, column: LABEL, value: label }))
  return { kind: 'lookup', name: LABEL, row: node, column, cells, type: TEXT, span }
}

/** The words of several, each by its label. */
function labelledEach(set: Node, of: Type, context: LinkContext): Node | undefined {
  const { span } = set
  const body = labelled({ kind: 'variable', name: WORD, type: of, span }, context)
  return body && { kind: 'each', operation: 'map', set, variable: WORD, body, type: { kind: 'list', of: TEXT }, span }
}

const WORD = 'shown_word'

/**
 * Lists the choices of a node. A field has its own; a combined value or an input has those of a field or an input
 * with the same words.
 */
function choicesOf(node: Node, { outline, declarations }: LinkContext): readonly Choice[] {
  const { type } = node
  if (type.kind !== 'choice') return []
  const { states } = declarations
  const types =
    node.kind === 'field'
      ? [outline.entities.get(node.entity)?.fields.get(node.field)?.type]
      : [
          ...[...outline.entities.values()].flatMap((entity) => [...entity.fields.values()].map((field) => field.type)),
          ...(isShown(states) ? states.workflows : []).flatMap(({ transitions }) =>
            transitions.flatMap(({ asks }) => asks.map((ask) => ask.type)),
          ),
        ]
  for (const each of types) {
    const choices = each && 'words' in each ? each.words : []
    if (choices.length === type.words.length && choices.every(({ word }, at) => word === type.words[at])) return choices
  }
  return []
}

const LABEL = 'label'
