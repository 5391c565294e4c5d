// Lists the points that a document has, with the parts below headings in each, for an outline.
import type { Document, Heading, PointNumber } from '../document/document.ts'

/** A point of the document, or an entity, a screen or another part below a heading in it. */
export interface OutlineEntry {
  readonly title: string
  readonly start: number
}

export interface PointEntry extends OutlineEntry {
  readonly point: PointNumber
  readonly parts: readonly OutlineEntry[]
}

/** Keeps the order of the document. */
export function listPoints({ sections }: Document): readonly PointEntry[] {
  return sections.map(({ point, heading, parts }) => ({
    point,
    ...entryOf(heading),
    parts: parts.map((part) => entryOf(part.heading)),
  }))
}

function entryOf({ text, span }: Heading): OutlineEntry {
  return { title: text.value, start: span.start }
}
