// Compiles the text of a document into the model of an application; read this first.
import { runChecks, runLocalChecks } from './checks/run-checks.ts'
import type { Diagnostic } from './diagnostics/diagnostic.ts'
import { gatherRepeated } from './diagnostics/gather-repeated.ts'
import type { Document } from './document/document.ts'
import { readDocument } from './document/read-document.ts'
import { link } from './model/link.ts'
import type { Model, Unknown } from './model/model.ts'
import type { Declarations } from './points/declarations.ts'
import { readDeclarations } from './points/read-declarations.ts'
import type { Span } from './text/span.ts'
import { lineIndex } from './text/position.ts'

export interface CompiledDocument {
  /** Absent exactly where a diagnostic is an error: half a document does not run. */
  readonly model?: Model
  readonly document: Document
  readonly declarations: Declarations
  /** Parts that the document declares as not shown. Nothing is built from them. */
  readonly unknowns: readonly Unknown[]
  /** Diagnostics in the order of the document. */
  readonly diagnostics: readonly Diagnostic[]
}

function overlap(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end
}

/** Never throws, whatever the text. */
export function compile(text: string): CompiledDocument {
  // Markdown → headed sections of tables, settings, steps and prose.
  const read = readDocument(text)
  // Sections → what the nine points declare, or "not shown".
  const declared = readDeclarations(read.document)
  // Names resolved, expressions checked → the model.
  const linked = link(declared.declarations, lineIndex(text))
  // Is the whole sound? Asked only of what could be linked: else one slip would be reported many times.
  const before = [...read.diagnostics, ...declared.diagnostics, ...linked.diagnostics]
  const isWhole = !before.some((each) => each.severity === 'error')
  const asked = (isWhole ? runChecks : runLocalChecks)(linked.model, declared.declarations, read.document)
  const found = asked.filter(
    ({ span }) => !before.some((each) => each.severity === 'error' && overlap(each.span, span)),
  )
  const inOrder = [...before, ...found].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
  const diagnostics = gatherRepeated(inOrder)
  const runs = !diagnostics.some((each) => each.severity === 'error')
  return {
    ...(runs ? { model: linked.model } : {}),
    document: read.document,
    declarations: declared.declarations,
    unknowns: linked.model.unknowns,
    diagnostics,
  }
}
