// Reports a level-4 heading that names nothing of its table.
import * as sayPoints from '../../diagnostics/all-points.ts'
import type { Part } from '../../document/document.ts'
import { nearest } from '../../text/nearest-word.ts'
import { bare } from '../../text/written-values.ts'
import type { PointContext } from '../reading/point-context.ts'

export function reportUnknownHeading(
  part: Part,
  known: readonly string[],
  expected: string,
  context: PointContext,
): void {
  const { value: heading } = bare(part.heading.text)
  context.report(sayPoints.unknownHeading(part.heading.span, { heading, nearest: nearest(heading, known), expected }))
}
