// Declares what came of verifying a document for `npm run test:verify`.
export interface DocumentOutcome {
  readonly document: string
  readonly passed: number
  readonly notTestable: number
  /** The first line that failed: no checks were made after it. */
  readonly failed?: { readonly line: number; readonly text: string }
}
