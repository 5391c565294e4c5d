// All messages of the language in one list: what may be said about a document.
import type { Severity } from './diagnostic.ts'
import * as document from './document.ts'

export interface CatalogueEntry {
  readonly code: string
  readonly severity: Severity
}

/** Every code once, in the order of the passes. */
export const catalogue: readonly CatalogueEntry[] = [document].flatMap((messages) =>
  Object.values<CatalogueEntry>(messages).map(({ code, severity }) => ({ code, severity })),
)
