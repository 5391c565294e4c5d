// Declares a draft of the document: a text, and the revision that it was made from.
import type { BaseRevision } from './publish-dialog.tsx'

/** Key of the draft that keeps typed text across a reload. */
export const DRAFT = 'the document'

export interface DocumentDraft {
  readonly text: string
  /** Revision from which the draft was made. */
  readonly base: BaseRevision
}

/** Draft that the server does not have yet, as the tab keeps it. */
export interface UnsentDraft extends DocumentDraft {
  /** Version of the draft on the server that it follows; 0: there was none. */
  readonly version: number
}

/** Gives a text of the editor, which ends its lines with LF, the line ends of another text. */
export function withLineEndsOf(other: string, text: string): string {
  return /\r\n/.test(other) ? text.replaceAll('\n', '\r\n') : text
}
