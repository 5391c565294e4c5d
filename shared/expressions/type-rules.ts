// Relates types: equality, order, common type and conversion.
import { decimalFromNumber, printDecimal, readDecimal } from './decimal.ts'
import type { Node } from './node.ts'
import { identifierOf } from '../text/identifier.ts'
import type { Type } from './type.ts'

export const BOOLEAN: Type = { kind: 'boolean' }
export const TEXT: Type = { kind: 'text' }
export const INTEGER: Type = { kind: 'integer' }
export const NUMBER: Type = { kind: 'number' }
export const NULL: Type = { kind: 'null' }

/** In words for people: "a text", "records of Ticket". */
export function describeType(type: Type): string {
  switch (type.kind) {
    case 'boolean':
      return 'yes or no'
    case 'text':
      return 'a text'
    case 'integer':
      return 'a whole number'
    case 'number':
      return 'a number'
    case 'decimal':
      return `a decimal(${type.scale})`
    case 'date':
    case 'time':
    case 'duration':
      return `a ${type.kind}`
    case 'timestamp':
      return 'a date and time'
    case 'json':
      return 'json'
    case 'calendar':
      return 'a calendar'
    case 'choice':
      return `one of ${type.words.join(', ')}`
    case 'null':
      return 'an empty value'
    case 'record':
      return `a record of ${type.entity}`
    case 'set':
      return type.of.kind === 'record' ? `records of ${type.of.entity}` : `a set (each ${describeType(type.of)})`
    case 'list':
      return type.of.kind === 'null' ? 'an empty list' : `a list (each ${describeType(type.of)})`
    case 'object':
      return `values by name (${Object.keys(type.fields).join(', ')})`
  }
}

export function isSame(a: Type, b: Type): boolean {
  if (a === b) return true
  switch (a.kind) {
    case 'decimal':
      return b.kind === 'decimal' && a.scale === b.scale
    case 'choice':
      return (
        b.kind === 'choice' &&
        a.words.length === b.words.length &&
        a.words.every((word, index) => word === b.words[index])
      )
    case 'record':
      return b.kind === 'record' && a.entity === b.entity
    case 'set':
    case 'list':
      return b.kind === a.kind && isSame(a.of, b.of)
    case 'object': {
      if (b.kind !== 'object') return false
      const names = Object.keys(a.fields)
      return (
        names.length === Object.keys(b.fields).length &&
        names.every((name) => Object.hasOwn(b.fields, name) && isSame(a.fields[name] as Type, b.fields[name] as Type))
      )
    }
    default:
      return a.kind === b.kind
  }
}

/** Of how many types it is put together; objects in objects could double with each step, so this has a bound. */
export function sizeOfType(type: Type): number {
  if (isMany(type)) return 1 + sizeOfType(type.of)
  if (type.kind !== 'object') return 1
  return Object.values(type.fields).reduce((sum, each) => sum + sizeOfType(each), 1)
}

export const LARGEST_TYPE = 300

export function isNumeric(type: Type): boolean {
  return type.kind === 'integer' || type.kind === 'number' || type.kind === 'decimal'
}

export function isTextual(type: Type): boolean {
  return type.kind === 'text' || type.kind === 'choice'
}

export function isMany(type: Type): type is Extract<Type, { readonly of: Type }> {
  return type.kind === 'set' || type.kind === 'list'
}

/** Can `<` compare two of them? */
export function isOrdered(type: Type): boolean {
  return isNumeric(type) || isTextual(type) || ['date', 'time', 'timestamp', 'duration', 'null'].includes(type.kind)
}

/** Is it sorted as people sort texts, and not by its characters? */
export function isCollated(type: Type): boolean {
  return type.kind === 'text' && type.isCode !== true
}

/** The type that both are brought to: of two branches, of a list's items, of the sides of a comparison. */
export function joinTypes(a: Type, b: Type): Type | undefined {
  if (a.kind === 'null') return b
  if (a.kind === 'text' && b.kind === 'text') return isCollated(a) ? a : b
  if (b.kind === 'null' || isSame(a, b)) return a
  if (isNumeric(a) && isNumeric(b)) {
    if (a.kind === 'number' || b.kind === 'number') return NUMBER
    return { kind: 'decimal', scale: Math.max(a.kind === 'decimal' ? a.scale : 0, b.kind === 'decimal' ? b.scale : 0) }
  }
  if (a.kind === 'choice' && b.kind === 'choice') return holdsWords(a, b) ? a : holdsWords(b, a) ? b : TEXT
  if (isTextual(a) && isTextual(b)) return TEXT
  if (isMany(a) && isMany(b)) {
    const of = joinTypes(a.of, b.of)
    return of && { kind: a.kind === b.kind ? a.kind : 'set', of }
  }
  return undefined
}

type Choice = Extract<Type, { readonly kind: 'choice' }>

function holdsWords(all: Choice, some: Choice): boolean {
  return some.words.every((word) => all.words.includes(word))
}

/**
 * The node as a value of that type, numbers converted (`convert`, rounding half away from zero); undefined where it can't stand.
 * A number never becomes a whole number by itself; a text becomes a choice only where it is written out (the checker does that).
 */
export function convertNode(node: Node, to: Type): Node | undefined {
  const from = node.type
  if (isSame(from, to)) return node
  if (from.kind === 'null') return { ...node, type: to }
  if (isNumeric(from) && isNumeric(to)) {
    if (to.kind === 'integer') return undefined
    if (node.kind === 'literal') return convertLiteral(node, to)
    return { kind: 'call', name: 'convert', arguments: [node], type: to, span: node.span }
  }
  if (from.kind === 'choice' && to.kind === 'text') return node
  if (from.kind === 'choice' && to.kind === 'choice' && holdsWords(to, from)) return { ...node, type: to }
  if (node.kind === 'lookup' && to.kind === 'choice') return convertLookup(node, to)
  if (to.kind === 'json') return node
  if (isMany(from) && isMany(to)) {
    if (isSame(from.of, to.of) || (from.of.kind === 'choice' && to.of.kind === 'text')) return node
    if (node.kind !== 'list') return undefined
    const items = node.items.map((item) => convertNode(item, to.of))
    return items.every((item) => item !== undefined)
      ? { ...node, items: items, type: { kind: 'list', of: to.of } }
      : undefined
  }
  return undefined
}

/** The cells of a lookup stand as they are written; where words of a choice are asked, they are these. */
function convertLookup(node: Node & { readonly kind: 'lookup' }, to: Choice): Node | undefined {
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
  return { ...node, value: decimal && printDecimal(decimal), type: to }
}
