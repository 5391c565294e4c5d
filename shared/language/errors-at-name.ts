// Finds the error of a text that hinders a rename, because the compiler may not have read the name there.
import type { Block, Document, Part, Section } from '../document/document.ts'
import type { Span } from '../text/span.ts'
import type { TextEdit } from '../text/text-edits.ts'
import { offsetBefore } from '../text/text-edits.ts'
import type { Diagnostics } from './errors.ts'
import { lineAround } from './place.ts'

/** The first error beside one of the places; undefined: what the compiler knows of them is the same without the errors. */
export function errorBeside(
  document: Document,
  errors: Diagnostics,
  places: readonly Span[],
): Diagnostics[number] | undefined {
  const spans = places.flatMap((place) => spansAround(document, place))
  return errors.find((error) => spans.some((span) => error.span.start <= span.end && span.start <= error.span.end))
}

/** Errors of a text after edits that it did not have before them. */
export function errorsOfEdits(known: Diagnostics, after: Diagnostics, edits: readonly TextEdit[]): Diagnostics {
  const before = new Set(known.map(({ code, span }) => `${code} ${span.start}`))
  return after.filter(({ code, span }) => !before.has(`${code} ${offsetBefore(edits, span.start)}`))
}

/**
 * Lists what has to be read before a place is: the headings above it, its line, the head of its table, and other blocks as
 * a whole.
 */
function spansAround(document: Document, { start }: Span): readonly Span[] {
  const line = lineAround(document.text, start)
  const section = document.sections.find(({ span }) => contains(span, start))
  return section === undefined ? [line] : [line, ...spansWithin(section, start)]
}

function spansWithin({ heading, blocks, parts }: Section | Part, offset: number): readonly Span[] {
  const block = blocks.find(({ span }) => contains(span, offset))
  const part = parts.find(({ span }) => contains(span, offset))
  return [
    heading.span,
    ...(block === undefined ? [] : [headOf(block)]),
    ...(part === undefined ? [] : spansWithin(part, offset)),
  ]
}

function headOf(block: Block): Span {
  return block.kind === 'table' ? block.header.span : block.span
}

function contains({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end
}
