// Declares a place in a text by its offsets.

/** A half-open range of UTF-16 offsets into the document's text. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Does the place lie in the other one? */
export function liesWithin(place: Span, whole: Span): boolean {
  return place.start >= whole.start && place.end <= whole.end
}

/** The smallest span that holds both. */
export function cover(first: Span, last: Span): Span {
  return { start: Math.min(first.start, last.start), end: Math.max(first.end, last.end) }
}
