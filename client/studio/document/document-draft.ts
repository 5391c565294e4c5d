// Declares a draft of the document: a text, and the revision that it was made from.
import type { BaseRevision } from './publish-dialog.tsx'

/** Key of the draft that keeps typed text across a reload. */
export const DRAFT = 'the document'

export interface DocumentDraft {
  readonly text: string
  /** Revision from which the draft was made. */
  readonly base: BaseRevision
}
