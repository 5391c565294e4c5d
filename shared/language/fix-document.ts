// Applies the remedies of a document's messages that are certain, and tells what they changed.
import { compile, type CompiledDocument } from '../compile.ts'
import { lineIndex, positionAt } from '../text/position.ts'
import { applyEdits } from '../text/text-edits.ts'

type Diagnostic = CompiledDocument['diagnostics'][number]
type Fix = NonNullable<Diagnostic['fixes']>[number]

export interface AppliedFix {
  /** Number of the line where the text was before the fix. */
  readonly line: number
  readonly code: string
  readonly title: string
}

export interface FixedDocument {
  readonly text: string
  readonly applied: readonly AppliedFix[]
}

/** One remedy may bring another mistake to light; more rounds than these need a person. */
const MOST_ROUNDS = 20

/** Applies the remedies that are certain, in rounds, and changes nothing else of the text. */
export function fixDocument(text: string): FixedDocument {
  const applied: AppliedFix[] = []
  let mended = text
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const chosen = chooseFixes(compile(mended).diagnostics)
    if (chosen.length === 0) break
    const index = lineIndex(mended)
    for (const { diagnostic, fix } of chosen)
      applied.push({ line: positionAt(index, diagnostic.span.start).line, code: diagnostic.code, title: fix.title })
    mended = applyEdits(
      mended,
      chosen.flatMap(({ fix }) => fix.edits),
    )
  }
  return { text: mended, applied }
}

/** Chooses one remedy of each message. Of remedies that touch each other it takes the first; the next round sees the others. */
function chooseFixes(
  diagnostics: readonly Diagnostic[],
): readonly { readonly diagnostic: Diagnostic; readonly fix: Fix }[] {
  const taken: { readonly start: number; readonly end: number }[] = []
  return diagnostics.flatMap((diagnostic) => {
    const fix = diagnostic.fixes?.find(({ certain }) => certain === true)
    const isFree = fix?.edits.every(({ span }) =>
      taken.every((other) => span.end < other.start || span.start > other.end),
    )
    if (!fix || !isFree) return []
    taken.push(...fix.edits.map(({ span }) => span))
    return [{ diagnostic, fix }]
  })
}
