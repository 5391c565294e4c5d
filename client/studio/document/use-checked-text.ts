// Keeps what the language service has found in the text; where it is lost, the server checks instead.
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Diagnostic } from '#shared/diagnostics/diagnostic.ts'
import type { DocumentQuestion } from '#shared/model/model.ts'
import type { PointEntry } from '#shared/language/points.ts'
import type { LocatedDiagnostic } from '#shared/protocol/document.ts'
import type { Position } from '#shared/text/position.ts'
import { lineIndex } from '#shared/text/position.ts'
import { useDocumentCheck } from '../../data/administration/document.ts'
import type { CheckedText } from './editor/language-questions.ts'

/** The server compiles the whole text: it waits until somebody reads what they have written. */
const PAUSE_MILLISECONDS = 1_000

export interface Findings {
  /** The text that was checked. */
  readonly text: string
  /** Undefined until the text was checked for the first time. */
  readonly diagnostics: readonly Diagnostic[] | undefined
  /** Questions of the text when the language service last read it. */
  readonly questions: readonly DocumentQuestion[]
  /** Points of the text when the language service last read it. */
  readonly points: readonly PointEntry[]
  /** Tries to have the language service again; undefined: it is there. */
  readonly retry: (() => void) | undefined
  readonly onChecked: (found: CheckedText, of: string) => void
  readonly onLost: (retry: () => void) => void
}

/** `text`: the one in the editor, with the line ends that the editor has. */
export function useCheckedText(text: string): Findings {
  const [checked, setChecked] = useState<{ readonly of: string; readonly found: CheckedText }>()
  const [lost, setLost] = useState<{ readonly retry: () => void }>()
  const [settled] = useDebouncedValue(text, PAUSE_MILLISECONDS)
  // The key of a query is its text: a long one is made into a key at each render.
  const onServer = useDocumentCheck(lost === undefined ? '' : settled, { enabled: lost !== undefined })
  const bySelf = { text: checked?.of ?? '', diagnostics: checked?.found.diagnostics }
  const byServer = {
    text: settled,
    diagnostics: onServer.data && placeDiagnostics(onServer.data.diagnostics, settled),
  }
  return {
    ...(lost === undefined ? bySelf : byServer),
    questions: checked?.found.questions ?? [],
    points: checked?.found.points ?? [],
    retry:
      lost &&
      (() => {
        setLost(undefined)
        lost.retry()
      }),
    onChecked: (found, of) => setChecked({ of, found }),
    onLost: (retry) => setLost({ retry }),
  }
}

/** Places diagnostics without their fixes, which belong to the editor, and that has no service then. */
export function placeDiagnostics(diagnostics: readonly LocatedDiagnostic[], text: string): readonly Diagnostic[] {
  const { starts } = lineIndex(text)
  const offsetOf = ({ line, column }: Position) => (starts[line - 1] ?? text.length) + column - 1
  return diagnostics.map(({ from, to, code, severity, message, hint, related }) => ({
    code,
    severity,
    message,
    span: { start: offsetOf(from), end: offsetOf(to) },
    ...(hint === undefined ? {} : { hint }),
    related: related.map((each) => ({
      message: each.message,
      span: { start: offsetOf(each.from), end: offsetOf(each.to) },
      ...(each.again ? { again: true } : {}),
    })),
  }))
}
