// Makes the citation of a thing of the document: point, line and text.
import type { LineIndex } from '../text/position.ts'
import { lineText, positionAt } from '../text/position.ts'
import type { Span } from '../text/span.ts'
import type { Citation } from './model.ts'

/** Of a thing that covers several lines, the first one is cited. */
export function cite(lines: LineIndex, point: number, span: Span): Citation {
  const { line } = positionAt(lines, span.start)
  return { point, line, text: lineText(lines, line).trim() }
}
