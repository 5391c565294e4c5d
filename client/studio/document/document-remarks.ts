// Collects the unknowns and diagnostics of a document by line.
import { compile } from '#shared/compile.ts'
import type { DocumentQuestion } from '#shared/model/model.ts'
import { placesOfCause } from '#shared/diagnostics/gather-repeated.ts'
import type { Severity } from '#shared/diagnostics/diagnostic.ts'
import { lineIndex, lineText, positionAt } from '#shared/text/position.ts'
import { POINT_NAMES } from '../../data/point-names.ts'
import { say } from '../../words/say.ts'
import { linesBeside } from './lines-beside.ts'

export interface Remark {
  readonly line: number
  /** Lines where the same cause stands again. */
  readonly others?: readonly number[]
  readonly text: string
  readonly hint?: string
}

export interface Remarks {
  readonly lines: readonly string[]
  /** Remarks on the parts that the document says are not shown. */
  readonly unknowns: readonly Remark[]
  readonly questions: readonly DocumentQuestion[]
  readonly notes: readonly (Remark & { readonly severity: Severity; readonly code: string })[]
}

export function readRemarks(text: string): Remarks {
  const { unknowns, declarations, diagnostics } = compile(text)
  const index = lineIndex(text)
  const lineOf = (span: { readonly start: number }) => positionAt(index, span.start).line
  return {
    lines: index.starts.map((_, line) => lineText(index, line + 1)),
    unknowns: unknowns.map(({ point, name, span }) => ({
      line: lineOf(span),
      text: say('{name} (point {point})', { name: nameOf(point, name), point }),
    })),
    questions: declarations.questions.map(({ span, ...question }) => ({ ...question, line: lineOf(span) })),
    notes: diagnostics.map((each) => {
      const [line = 1, ...others] = placesOfCause(each).map(lineOf)
      const { severity, code, message, hint } = each
      return {
        line,
        others: linesBeside(line, others),
        text: message,
        severity,
        code,
        ...(hint === undefined ? {} : { hint }),
      }
    }),
  }
}

/** A point as a whole says what it is about. */
function nameOf(point: number, name: string): string {
  const whole = /^Point \d$/.test(name) ? POINT_NAMES.find((each) => each.point === point)?.name : undefined
  return whole ?? name.replaceAll('_', ' ')
}
