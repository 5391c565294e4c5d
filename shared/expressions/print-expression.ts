// Prints a checked expression as text with the same meaning.
import { CANDIDATE } from './candidate.ts'
import { inputOfSentName } from './sent-input.ts'
import { RESERVED_NAMES } from '../text/identifier.ts'
import { isDecimal, printDecimal } from './decimal.ts'
import { printIsoDuration } from './duration.ts'
import { overloadsOf } from './functions/overloads.ts'
import type { Whole } from './functions/whole.ts'
import type { Node } from './node.ts'
import { printSyntax } from './syntax/print-syntax.ts'
import { readValue } from './read-value.ts'
import type { Environment } from './schema.ts'
import type { Syntax } from './syntax/syntax.ts'

const NOWHERE = { start: 0, end: 0 } as const

export function printExpression(node: Node): string {
  return printSyntax(toSyntax(node, { bound: [], ofChoice: false }))
}

/**
 * Returns what prints an expression as it is written in its place: in a `choose from` bare names are those of what may be
 * chosen, and those of the record at hand begin with `this`.
 */
export function printerIn({ candidate }: Pick<Environment, 'candidate'>): (node: Node) => string {
  return (node) => printSyntax(toSyntax(node, { bound: [], ofChoice: candidate !== undefined }))
}

interface PrintedPlace {
  /** Names that variables hide. */
  readonly bound: readonly string[]
  /** Are bare names those of what may be chosen? */
  readonly ofChoice: boolean
}

function toSyntax(node: Node, place: PrintedPlace): Syntax {
  const { bound, ofChoice } = place
  const inner = (child: Node): Syntax => toSyntax(child, place)
  // Where a number is wanted, a whole one is written as such: `days(7)`.
  const plainly = (child: Node): Syntax => {
    const isWhole = child.kind === 'literal' && child.type.kind === 'number' && Number.isSafeInteger(child.value)
    return isWhole ? { kind: 'integer', value: Number(child.value), span: NOWHERE } : inner(child)
  }
  switch (node.kind) {
    case 'literal':
      return literal(node)
    case 'this':
    case 'old':
    case 'me':
    case 'now':
    case 'today':
      return name(node.kind)
    case 'limit':
      return member(name('limits'), node.name)
    case 'input': {
      const asked = inputOfSentName(node.name)
      const input = member(name('input'), asked ?? node.name)
      return asked === undefined ? input : call('has', undefined, [input])
    }
    case 'fact':
      return member(name('fact'), node.name)
    case 'variable':
      return name(node.name)
    case 'records':
      return name(node.entity)
    case 'line':
      return call(node.direction, node.record.kind === 'this' ? undefined : inner(node.record), [name(node.field)])
    case 'field':
    case 'reverse': {
      const text = node.kind === 'field' ? node.field : node.name
      const { record } = node
      const isOwner = ofChoice ? record.kind === 'input' && record.name === CANDIDATE : record.kind === 'this'
      const bare = isOwner && !bound.includes(text) && !RESERVED_NAMES.has(text)
      return bare ? name(text) : member(inner(node.record), text)
    }
    case 'member':
      return member(inner(node.object), node.name)
    case 'index':
      return { kind: 'index', object: inner(node.object), index: inner(node.index), span: NOWHERE }
    case 'calendar':
      return member(name('calendar'), node.name)
    case 'lookup': {
      const row: Syntax = {
        kind: 'index',
        object: member(name('lookup'), node.name),
        index: inner(node.row),
        span: NOWHERE,
      }
      return { kind: 'index', object: row, index: inner(node.column), span: NOWHERE }
    }
    case 'not':
    case 'negate':
      return { kind: node.kind, operand: inner(node.operand), span: NOWHERE }
    case 'binary': {
      const { operator, left, right } = node
      const factor = left.type.kind === 'duration' || right.type.kind === 'duration' ? plainly : inner
      return { kind: 'binary', operator, left: factor(left), right: factor(right), span: NOWHERE }
    }
    case 'conditional':
      return {
        kind: 'conditional',
        test: inner(node.test),
        then: inner(node.then),
        otherwise: inner(node.otherwise),
        span: NOWHERE,
      }
    case 'list':
      return { kind: 'list', items: node.items.map(inner), span: NOWHERE }
    case 'object':
      return {
        kind: 'object',
        entries: node.entries.map((entry) => ({ name: entry.name, span: NOWHERE, value: inner(entry.value) })),
        span: NOWHERE,
      }
    case 'each':
      return call(node.operation, inner(node.set), [
        name(node.variable),
        toSyntax(node.body, { ...place, bound: [...bound, node.variable] }),
      ])
    case 'shown':
      if (node.pattern !== undefined)
        return call('format', undefined, [inner(node.value), { kind: 'text', value: node.pattern, span: NOWHERE }])
      return node.as
        ? call('shown', undefined, [inner(node.value), { kind: 'text', value: node.as.form, span: NOWHERE }])
        : call('text', undefined, [inner(node.value)])
    case 'json':
      return call('json', undefined, [inner(node.value)])
    case 'is':
      return call('is', inner(node.person), [{ kind: 'text', value: node.roles[0] ?? '', span: NOWHERE }])
    case 'call': {
      const group = printGroup(node, inner)
      if (group) return group
      const [first, ...rest] = node.arguments.map(overloadsOf(node.name).length > 0 ? plainly : inner)
      // The checker converts numbers by itself.
      if (node.name === 'convert' && first) return first
      const methods = ['count', 'first', 'page', 'distinct', 'startsWith', 'endsWith', 'contains', 'matches']
      return methods.includes(node.name)
        ? call(node.name, first, rest)
        : call(node.name, undefined, first ? [first, ...rest] : [])
    }
  }
}

/** `ticket.timers.first_answer`, `session.token` and `shape.article(a)` are calls with their names in them. */
function printGroup(node: Node & { readonly kind: 'call' }, print: (node: Node) => Syntax): Syntax | undefined {
  const named = node.arguments.at(-1)
  const [record] = node.arguments
  if (!record || named?.kind !== 'literal' || !['timer', 'session', 'shape'].includes(node.name)) return undefined
  const text = String(named.value)
  if (node.name === 'session') return member(name('session'), text)
  if (node.name === 'shape') return call(text, name('shape'), [print(record)])
  return member(record.kind === 'this' ? name('timers') : member(print(record), 'timers'), text)
}

function literal(node: Node & { readonly kind: 'literal' }): Syntax {
  const value = readValue(node.value, node.type)
  if (value === null || value === undefined) return { kind: 'null', span: NOWHERE }
  const written = (text: string): Syntax => ({ kind: 'text', value: text, span: NOWHERE })
  if (isDecimal(value))
    return value.scale === 0
      ? { kind: 'integer', value: Number(value.units), span: NOWHERE }
      : { kind: 'decimal', value: printDecimal(value), span: NOWHERE }
  switch (node.type.kind) {
    case 'boolean':
      return { kind: 'boolean', value: value === true, span: NOWHERE }
    case 'date':
      return call('date', undefined, [written(String(value))])
    case 'timestamp':
      return call('moment', undefined, [written(String(value))])
    case 'duration':
      return call('duration', undefined, [written(printIsoDuration(value as Whole))])
    case 'number':
      return { kind: 'number', value: value as number, span: NOWHERE }
    case 'integer':
      return { kind: 'integer', value: value as number, span: NOWHERE }
    default:
      return written(typeof value === 'string' ? value : JSON.stringify(value))
  }
}

function name(text: string): Syntax {
  return { kind: 'name', name: text, span: NOWHERE }
}

function member(object: Syntax, text: string): Syntax {
  return { kind: 'member', object, name: text, nameSpan: NOWHERE, span: NOWHERE }
}

function call(text: string, target: Syntax | undefined, given: readonly Syntax[]): Syntax {
  return { kind: 'call', name: text, nameSpan: NOWHERE, target, arguments: given, span: NOWHERE }
}
