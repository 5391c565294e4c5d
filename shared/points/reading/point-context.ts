// Declares the context of reading a point: diagnostics, unknowns and names.
import type { PointNumber } from '../../document/document.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import * as say from '../../diagnostics/all-points.ts'
import type { Fragment } from '../../text/fragment.ts'
import { spanOf } from '../../text/fragment.ts'
import { identifierOf, type NameKind, readIdentifierName as readWrittenName } from '../../text/identifier.ts'
import { normalizeText } from '../../text/characters/bounded-text.ts'
import type { Span } from '../../text/span.ts'
import type { Name } from '../declarations.ts'

export interface PointContext {
  readonly point: PointNumber
  /** The entities of point 3, and Person: what a type may refer to. */
  readonly entities: readonly Name[]
  report(diagnostic: Diagnostic): void
  /** Lists something that the document says is not shown. */
  unknown(name: string, span: Span): void
}

/**
 * Reads the name in a cell or heading; says so and gives undefined where none can be made of it. The remedy then names
 * an identifier that is not taken yet, and takes it.
 */
export function readName(
  text: Fragment,
  kind: NameKind,
  column: string,
  context: PointContext,
  taken?: Set<string>,
): Name | undefined {
  if (kind !== 'word' && /^(?:not shown|to be decided|tbd)\.?$/i.test(text.value)) {
    context.unknown(`Point ${context.point}: ${column}`, spanOf(text))
    return undefined
  }
  const name = readWrittenName(text, kind)
  if (!('problem' in name)) return name
  const { label, given, span } = name
  if (name.problem === 'empty') {
    context.report(say.emptyCell(span, { column }))
    return undefined
  }
  const example = identifierFor(given || label, kind, taken)
  const certain = kind === 'word' && given === undefined && /^[A-Za-z0-9 +&%#<>=*/-]+$/.test(label)
  context.report(say.nameNeedsIdentifier(span, { label, given, example, certain }))
  // What names it by the identifier that was meant is right.
  return given === undefined ? undefined : { label, identifier: example, span }
}

/** Finds a free identifier in ASCII, and takes it: `Überblick` → uberblick, `B+` → B_plus. */
export function identifierFor(label: string, kind: NameKind, taken = new Set<string>()): string {
  const plain = normalizeText(label, 'NFD')
    .replaceAll('ß', 'ss')
    .replaceAll(SIGNS, (sign) => ` ${NAMES_OF_SIGNS[sign] ?? ''} `)
    .replaceAll(/[^A-Za-z0-9\s_-]/g, '')
    .trim()
  const isOneWord = kind === 'word' && !/\s/.test(label.trim())
  const identifier = isOneWord
    ? plain.replaceAll(/[\s-]+/g, '_')
    : identifierOf(kind === 'word' ? plain : plain.replace(/^[\d\s_-]+/, ''), kind)
  const example =
    /^[A-Za-z]\w*$/.test(identifier) || (kind === 'word' && /^\d\w*$/.test(identifier)) ? identifier : 'name'
  let free = example
  for (let number = 2; taken.has(free); number++) free = `${example}_${number}`
  taken.add(free)
  return free
}

const SIGNS = /^[-/]|[-/]$|[+&%#<>=*]/g
const NAMES_OF_SIGNS: { readonly [sign: string]: string } = {
  '-': 'minus',
  '+': 'plus',
  '&': 'and',
  '%': 'percent',
  '#': 'sharp',
  '<': 'less',
  '>': 'more',
  '=': 'equal',
  '*': 'star',
  '/': 'slash',
}

/** Number of things with a name in one scope at most. More than any product needs, and fewer than would be slow. */
const MOST_NAMED = 1_000

/** Says so where two things in one scope have one identifier, or where there are too many, and keeps the first of them. */
export function keepFirst<T extends { readonly name: Name }>(
  things: readonly T[],
  what: string,
  context: PointContext,
): T[] {
  const first = new Map<string, T>()
  for (const thing of things) {
    const other = first.get(thing.name.identifier)
    if (first.size === MOST_NAMED && !other) {
      context.report(say.tooMany(thing.name.span, { what, most: MOST_NAMED }))
      break
    }
    if (!other) first.set(thing.name.identifier, thing)
    else {
      const related = [{ message: 'The first one stands here.', span: other.name.span }]
      const { label: name, identifier } = thing.name
      const folded = name === other.name.label ? undefined : { first: other.name.label, identifier }
      context.report(say.doubledName(thing.name.span, { name, what, folded }, { related }))
    }
  }
  return [...first.values()]
}

/** Do a reference and a name mean the same, whatever way they are written? */
export function isNamed(reference: Fragment, name: Name, kind: NameKind): boolean {
  return (
    identifierOf(reference.value, kind) === name.identifier ||
    reference.value.toLowerCase() === name.label.toLowerCase()
  )
}

export function reportValue(text: Fragment, expected: string, context: PointContext, nearest?: string): void {
  context.report(say.expectedValue(spanOf(text), { found: text.value, expected, nearest }))
}
