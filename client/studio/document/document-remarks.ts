// Collects the unknowns and diagnostics of a document by line.
import { compile } from '#shared/compile.ts'
import type { Severity } from '#shared/diagnostics/diagnostic.ts'
import { lineIndex, lineText, positionAt } from '#shared/text/position.ts'
import { say } from '../../words/say.ts'

export interface Remark {
  readonly line: number
  readonly text: string
  readonly hint?: string
}

export interface Remarks {
  readonly lines: readonly string[]
  /** What the document says is not shown. */
  readonly unknowns: readonly Remark[]
  readonly notes: readonly (Remark & { readonly severity: Severity; readonly code: string })[]
}

export function readRemarks(text: string): Remarks {
  const { unknowns, diagnostics } = compile(text)
  const index = lineIndex(text)
  const lineOf = (span: { readonly start: number }) => positionAt(index, span.start).line
  return {
    lines: index.starts.map((_, line) => lineText(index, line + 1)),
    unknowns: unknowns.map(({ point, name, span }) => ({
      line: lineOf(span),
      text: say('{name} (point {point})', { name: name.replaceAll('_', ' '), point }),
    })),
    notes: diagnostics.map(({ severity, code, message, span, hint }) => ({
      line: lineOf(span),
      text: message,
      severity,
      code,
      ...(hint === undefined ? {} : { hint }),
    })),
  }
}
