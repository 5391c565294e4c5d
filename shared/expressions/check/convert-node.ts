// Converts nodes to the type that stands where they do.
import { decimalFromNumber, printDecimal, readDecimal } from '../decimal.ts'
import type { Node } from '../node.ts'
import { identifierOf } from '../../text/identifier.ts'
import { holdsWords, isCollection, isNumeric, isSame } from '../type-rules.ts'
import type { ChoiceType } from '../type-rules.ts'
import type { Type } from '../type.ts'

/**
 * The node as a value of that type, numbers converted (`convert`, rounding half away from zero); undefined where it can't stand.
 * A number never becomes a whole number by itself; a text becomes a choice only where it is written out (the checker does that).
 */
export function convertNode(node: Node, to: Type): Node | undefined {
  const from = node.type
  if (isSame(from, to)) return node
  if (from.kind === 'null') return { ...node, type: to }
  if (to.kind === 'record') return recordOfId(node, to)
  if (isNumeric(from) && isNumeric(to)) {
    if (to.kind === 'integer') return undefined
    if (node.kind === 'literal') return convertLiteral(node, to)
    return { kind: 'call', name: 'convert', arguments: [node], type: to, span: node.span }
  }
  if (from.kind === 'choice' && to.kind === 'text') return node
  if (from.kind === 'choice' && to.kind === 'choice' && holdsWords(to, from)) return { ...node, type: to }
  if (node.kind === 'lookup' && to.kind === 'choice') return convertLookup(node, to)
  if (to.kind === 'json')
    return to.isFile === true && !(from.kind === 'json' && from.isFile === true) ? undefined : node
  if (node.kind === 'object' && to.kind === 'object') {
    const entries = node.entries.flatMap(({ name, value }) => {
      const type = to.fields[name]
      const converted = type && convertNode(value, type)
      return converted ? [{ name, value: converted }] : []
    })
    return entries.length === node.entries.length ? { ...node, entries, type: to } : undefined
  }
  if (isCollection(from) && isCollection(to)) {
    if (isSame(from.of, to.of) || (from.of.kind === 'choice' && to.of.kind === 'text')) return node
    if (node.kind !== 'list') return undefined
    const items = node.items.map((item) => convertNode(item, to.of))
    return items.every((item) => item !== undefined)
      ? { ...node, items: items, type: { kind: 'list', of: to.of } }
      : undefined
  }
  return undefined
}

/** The `id` of a record stands for the record, as it does in JSON. */
export function recordOfId(node: Node, to: Type): Node | undefined {
  if (to.kind !== 'record' || node.kind !== 'field' || node.field !== 'id') return undefined
  return node.entity === to.entity ? node.record : undefined
}

/** The cells of a lookup stand as they are written; where words of a choice are asked, they are these. */
function convertLookup(node: Node & { readonly kind: 'lookup' }, to: ChoiceType): Node | undefined {
  const cells = node.cells.flatMap((cell) => {
    const written = String(cell.value)
    const word =
      to.words.find((each) => each === written) ?? to.words.find((each) => each === identifierOf(written, 'word'))
    return word === undefined ? [] : [{ ...cell, value: word }]
  })
  return cells.length === node.cells.length ? { ...node, cells, type: to } : undefined
}

function convertLiteral(node: Node & { readonly kind: 'literal' }, to: Type): Node {
  if (to.kind === 'number') return { ...node, value: Number(node.value), type: to }
  const scale = to.kind === 'decimal' ? to.scale : 0
  const decimal =
    typeof node.value === 'number' ? decimalFromNumber(node.value, scale) : readDecimal(String(node.value), scale)
  // What is written out is no per cent of a field, whose number it would be.
  return { ...node, value: decimal && printDecimal(decimal), type: { kind: 'decimal', scale } }
}
