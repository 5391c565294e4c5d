// Applies edits to a text, and finds where an offset of the new text was.
import type { Span } from './span.ts'

/** Puts a text in place of a span; several edits of one text do not overlap. */
export interface TextEdit {
  readonly span: Span
  readonly text: string
}

export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((one, other) => other.span.start - one.span.start)
    .reduce((before, { span, text: written }) => before.slice(0, span.start) + written + before.slice(span.end), text)
}

/** Gives the offset in the text before the edits; within an edit its end or its start, whichever is nearer. */
export function offsetBefore(edits: readonly TextEdit[], offset: number): number {
  let shift = 0
  for (const { span, text } of edits.toSorted((one, other) => one.span.start - other.span.start)) {
    const start = span.start + shift
    if (offset <= start) break
    if (offset < start + text.length) return offset - start > text.length / 2 ? span.end : span.start
    shift += text.length - (span.end - span.start)
  }
  return offset - shift
}
