// Counts the problems of each point of a text, and finds the point and the part around the caret.
import type { PointNumber } from '#shared/document/document.ts'
import { POINTS } from '#shared/document/point-titles.ts'
import type { Diagnostic } from '#shared/diagnostics/diagnostic.ts'
import type { OutlineEntry, PointEntry } from '#shared/language/points.ts'

export interface OutlinePoint {
  readonly point: PointNumber
  /** Undefined: the text does not have this point. */
  readonly start: number | undefined
  readonly parts: readonly (OutlineEntry & { readonly isAtCaret: boolean })[]
  readonly errors: number
  readonly warnings: number
  readonly isAtCaret: boolean
}

/** `caret`: its offset. Problems above the first point count for none. */
export function pointsOfText(
  entries: readonly PointEntry[],
  diagnostics: readonly Diagnostic[],
  caret: number,
): readonly OutlinePoint[] {
  const around = entryAround(entries, caret)
  const counts = countProblems(entries, diagnostics)
  return POINTS.map((point) => {
    const entry = entries.find((each) => each.point === point)
    if (entry === undefined) return { point, start: undefined, parts: [], errors: 0, warnings: 0, isAtCaret: false }
    const isAtCaret = entry === around
    const part = isAtCaret ? entryAround(entry.parts, caret) : undefined
    return {
      point,
      start: entry.start,
      parts: entry.parts.map((each) => ({ ...each, isAtCaret: each === part })),
      errors: counts.get(entry)?.error ?? 0,
      warnings: counts.get(entry)?.warning ?? 0,
      isAtCaret,
    }
  })
}

/** Looks once at each problem: a long text may have a thousand, and is counted at each move of the caret. */
function countProblems(
  entries: readonly PointEntry[],
  diagnostics: readonly Diagnostic[],
): ReadonlyMap<PointEntry, { readonly [Severity in Diagnostic['severity']]: number }> {
  const counts = new Map(entries.map((entry) => [entry, { error: 0, warning: 0, note: 0 }]))
  for (const { severity, span } of diagnostics) {
    const entry = entryAround(entries, span.start)
    const of = entry && counts.get(entry)
    if (of) of[severity]++
  }
  return counts
}

/** The last one that begins at or before an offset. */
function entryAround<Entry extends OutlineEntry>(entries: readonly Entry[], offset: number): Entry | undefined {
  return entries.findLast(({ start }) => start <= offset)
}
