// Is the linked specification sound? Warnings about what is legal and can hardly be meant, point by point.
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Model } from '../model/model.ts'
import type { Declarations } from '../points/declarations.ts'

/** One point's question to the whole. */
export interface Check {
  (model: Model, declarations: Declarations): readonly Diagnostic[]
}

const CHECKS: readonly Check[] = []

export function runChecks(model: Model, declarations: Declarations): readonly Diagnostic[] {
  return CHECKS.flatMap((check) => check(model, declarations))
}
