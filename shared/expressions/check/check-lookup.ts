// Checks lookups of point 9 by two keys: `lookup.priority_matrix[impact][urgency]`.
import { expressions as say } from '../../diagnostics/expressions.ts'
import { identifierOf } from '../../text/identifier.ts'
import type { Span } from '../../text/span.ts'
import { type CheckContext, isHidden } from './check-context.ts'
import type { Lookup } from '../lookup.ts'
import { joinCells } from '../lookup.ts'
import type { Node } from '../node.ts'
import type { Syntax } from '../syntax/syntax.ts'
import { convertNode } from './convert-node.ts'
import { describeType } from './describe-type.ts'
import { TEXT } from '../type-rules.ts'
import type { Type } from '../type.ts'

interface LookupSyntax {
  readonly name: string
  readonly nameSpan: Span
  readonly keys: readonly Syntax[]
}

/**
 * Reads the name and the keys of a lookup. Returns undefined if the expression is not a lookup or continues after its
 * value.
 */
export function readLookup(syntax: Syntax, context: CheckContext): LookupSyntax | undefined {
  const keys: Syntax[] = []
  let at = syntax
  while (at.kind === 'index' || at.kind === 'member') {
    const { object } = at
    if (at.kind === 'member' && object.kind === 'name') {
      const isLookup = object.name === 'lookup' && !isHidden('lookup', context)
      return isLookup && keys.length <= 2 ? { name: at.name, nameSpan: at.nameSpan, keys } : undefined
    }
    keys.unshift(at.kind === 'index' ? at.index : { kind: 'text', value: at.name, span: at.nameSpan })
    at = object
  }
  return undefined
}

export function checkLookup(
  { name, nameSpan, keys }: LookupSyntax,
  span: Span,
  context: CheckContext,
  expected?: Type,
): Node | undefined {
  const lookup = context.schema.lookups?.get(name)
  if (!lookup) {
    const known = [...(context.schema.lookups?.keys() ?? [])]
    context.report(say.unknownLookup(nameSpan, { name, nearest: context.nearest(name, known) }))
    return undefined
  }
  const [only, ...others] = lookup.columns
  const [first, second = only !== undefined && others.length === 0 ? oneColumn(only, span) : undefined] = keys
  if (!first || !second) {
    context.report(say.lookupKeys(span, { name }))
    return undefined
  }
  const row = checkKey(first, lookup.rows, context)
  const column = checkKey(second, lookup.columns, context)
  if (!row || !column) return undefined
  const cells = lookup.cells.filter((cell) => suits(row, cell.row) && suits(column, cell.column))
  const joined = joinCells(cells)
  if (!joined) {
    context.report(say.mixedLookup(span, { name }))
    return undefined
  }
  const values = joined.cells.map((cell) => ({ row: cell.row, column: cell.column, value: cell.value }))
  const node: Node = { kind: 'lookup', name, row, column, cells: values, type: joined.type, span }
  return expected?.kind === 'choice' ? (convertNode(node, expected) ?? node) : node
}

/** A lookup with one column beside its keys is asked with one key. */
function oneColumn(value: string, span: Span): Syntax {
  return { kind: 'text', value, span }
}

function suits(key: Node, written: string): boolean {
  return key.kind !== 'literal' || key.value === written
}

/** Keys are words: whole numbers and yes or no are asked for by theirs. */
function checkKey(syntax: Syntax, keys: Lookup['rows'], context: CheckContext): Node | undefined {
  const { span } = syntax
  if (syntax.kind === 'text' || syntax.kind === 'integer') {
    const written = String(syntax.value)
    const key = keys.find((each) => each === written) ?? keys.find((each) => each === identifierOf(written, 'word'))
    if (key !== undefined) return { kind: 'literal', value: key, type: TEXT, span }
    context.report(say.unknownWord(span, { word: written, words: keys, nearest: context.nearest(written, keys) }))
    return undefined
  }
  const asked = context.check(syntax)
  if (!asked) return undefined
  // The words of another lookup are those that the keys mean.
  const node = (asked.kind === 'lookup' ? convertNode(asked, { kind: 'choice', words: keys }) : undefined) ?? asked
  const word = (value: string): Node => ({ kind: 'literal', value, type: TEXT, span })
  switch (node.type.kind) {
    case 'text':
    case 'null':
      return node
    case 'choice':
      if (node.type.words.some((each) => keys.includes(each))) return node
      context.report(say.lookupDiffers(span, { found: describeType(node.type), keys: keys.join(', ') }))
      return undefined
    case 'integer':
      return { kind: 'call', name: 'text', arguments: [node], type: TEXT, span }
    case 'boolean':
      return { kind: 'conditional', test: node, then: word('yes'), otherwise: word('no'), type: TEXT, span }
  }
  const expected = 'a word, a whole number, or yes or no'
  context.report(say.wrongOperand(span, { operator: '[ ]', expected, found: describeType(node.type) }))
  return undefined
}
