// Declares the bodies of `/api/system/document`: the text in force, its revisions, and what publishing says.
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { LineIndex, Position } from '../text/position.ts'
import { positionAt } from '../text/position.ts'
import type { Span } from '../text/span.ts'

export interface RevisionItem {
  /** Consecutive number of the revision. The greatest is in force. */
  readonly number: number
  /** Short hash of the text, as every response names it. */
  readonly revision: string
  readonly at: string
  /** Name of the file that was published, or that the text edited in the browser was made from. */
  readonly file: string
  /** Published from that file on the server; otherwise by a person. */
  readonly isFromFile: boolean
  /** Null: nobody who is known. */
  readonly by: { readonly id: string; readonly name?: string } | null
  /** Characters of the text. */
  readonly length: number
  /** Why it was published, in the words of that person. */
  readonly reason?: string
}

export interface RevisionsBody {
  /** Newest first. */
  readonly items: readonly RevisionItem[]
  readonly next: string | null
}

export interface DocumentBody extends RevisionItem {
  readonly text: string
}

/** A text that an administrator is writing, as the others see it. */
export interface DraftItem {
  readonly by: RevisionItem['by']
  /** Moment at which it was last written. */
  readonly at: string
  /** Number of the revision that it was made from. */
  readonly base: number
  /** Counts from 1. */
  readonly version: number
  /** Characters of the text. */
  readonly length: number
}

export interface DraftBody extends DraftItem {
  readonly text: string
}

export interface DraftsBody {
  /** The last written first. */
  readonly items: readonly DraftItem[]
  /** Number of the revision in force. */
  readonly number: number
}

/** A publication that waits for its moment, or was refused then, as `GET /api/system/document/scheduled` answers it. */
export interface ScheduledPublicationBody {
  /** Null: none waits. */
  readonly scheduled: {
    readonly by: RevisionItem['by']
    readonly text: string
    /** Number of the revision that it follows: where another is in force by then, it is refused. */
    readonly base: number
    /** Moment at which it is published. */
    readonly dueAt: string
    /** Moment at which it was scheduled. */
    readonly at: string
    readonly reason?: string
    /** Sentence that says why it was not published when it was due; null: it waits. */
    readonly problem: string | null
  } | null
}

/** State of the file that the server follows, as `GET /api/system/document/file` answers it. */
export interface FollowedFileBody {
  /** Name of the file: what is published in the browser is written to it. Null: none is followed. */
  readonly file: string | null
  /** Null: the file says what the revision in force says. */
  readonly waiting: WaitingText | null
}

/** A state of the followed file that is not published. */
export interface WaitingText {
  /**
   * `beside`: it does not go on from the revision in force. `refused`: it has errors, tells examples that do not hold, or
   * does not fit the data. `unreadable`: there is no such file, or it is no text; nothing is written to it.
   */
  readonly why: 'beside' | 'refused' | 'unreadable'
  /** Absent: it can't be read. */
  readonly text?: string
}

/** A diagnostic with lines and columns, both from 1. */
export interface LocatedDiagnostic extends Omit<Diagnostic, 'span' | 'related' | 'fixes' | 'cause'>, Range {
  /** `again`: the same cause stands there again. */
  readonly related: readonly (Range & { readonly message: string; readonly again: boolean })[]
  readonly fixes: readonly {
    readonly title: string
    /** Nothing else can have been meant. */
    readonly certain: boolean
    /** `start` and `end`: offsets in the text. */
    readonly edits: readonly (Range & Span & { readonly text: string })[]
  }[]
}

interface Range {
  readonly from: Position
  readonly to: Position
}

/** A conflict that prevents publishing a document: rows that it would lose or break. */
export interface DocumentConflict {
  readonly sentence: string
  readonly line?: number
  readonly rows: number
  /** Name of what would be deleted, to be given in `deletes`: "Ticket.note", or "Report" with all its records. */
  readonly deletes?: string
  /** Only for administrators who may read all data. */
  readonly examples: readonly {
    readonly id: string
    readonly title?: string
    readonly value?: unknown
    readonly problem?: string
  }[]
}

export interface PublishedBody {
  readonly number: number
  readonly revision: string
  /** Warnings and notes. */
  readonly diagnostics: readonly LocatedDiagnostic[]
  /** Changes of the tables, one sentence each. */
  readonly changes: readonly string[]
  /** Permissions that people gain and did not have before, one sentence each. */
  readonly widened: readonly string[]
  /** Path of the backup within the data directory, where data was deleted. */
  readonly backup?: string
}

export interface CheckedBody extends Omit<PublishedBody, 'number' | 'backup'> {
  /** Could it be published? */
  readonly isPublishable: boolean
  /** Null: the data was not looked at, since the document has errors or the administrator may not read all data. */
  readonly conflicts: readonly DocumentConflict[] | null
  /** The command line that publishes it: it deletes data, of which this server makes no backup. Absent: this server does. */
  readonly command?: string
}

/** Outcome of an example of the document. */
export interface ExampleOutcome {
  readonly title: string
  /** Line of its heading. */
  readonly line: number
  /** The step at which the story turns, and why; null: the example holds. */
  readonly failure: { readonly line: number; readonly step: string; readonly problem: string } | null
}

export interface ExamplesBody {
  /** Outcomes in the order of the document; null: the document has errors. */
  readonly examples: readonly ExampleOutcome[] | null
}

export function locateDiagnostics(diagnostics: readonly Diagnostic[], index: LineIndex): readonly LocatedDiagnostic[] {
  const between = ({ start, end }: Span): Range => ({ from: positionAt(index, start), to: positionAt(index, end) })
  return diagnostics.map(({ span, related = [], fixes = [], ...rest }) => ({
    ...rest,
    ...between(span),
    related: related.map(({ message, again = false, span: at }) => ({ message, again, ...between(at) })),
    fixes: fixes.map(({ title, certain = false, edits }) => ({
      title,
      certain,
      edits: edits.map((edit) => ({ ...between(edit.span), ...edit.span, text: edit.text })),
    })),
  }))
}
