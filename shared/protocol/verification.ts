// Declares verifications: what tests over HTTP say of each line of a document.
import type { RevisionItem } from './document.ts'

export interface LineReport {
  readonly point: number
  readonly line: number
  readonly text: string
  readonly outcome: LineOutcome
  /** How many checks of it passed. */
  readonly passed: number
  readonly failed: number
  /** The first of those that failed. */
  readonly failures: readonly CheckFailure[]
  /** Reasons why the line, or a part of it, can't be tested. */
  readonly notTestable: readonly string[]
}

export type LineOutcome = 'passed' | 'failed' | 'not_testable'

export interface CheckFailure {
  /** Sentence that says what was expected. */
  readonly says: string
  readonly problem: string
  /** A shell script: what has to be there, then the requests up to the one that failed. */
  readonly curl: string
}

export interface VerificationBody {
  readonly id: string
  /** `failed`: it ended without a report. */
  readonly state: 'running' | 'finished' | 'failed'
  readonly file: string
  /** Short hash of the text that is verified. */
  readonly revision: string
  /** When it began (RFC 3339). */
  readonly at: string
  /** The person who began it; null: nobody who is known. */
  readonly by: RevisionItem['by']
  /** Checks that were made, of so many; both are 0 until they are worked out. */
  readonly done: number
  readonly total: number
  /** Null until it has finished. */
  readonly lines: readonly LineReport[] | null
}

/** A verification that ended with a report, with how many lines had which outcome. */
export interface VerificationItem extends Pick<VerificationBody, 'id' | 'file' | 'revision' | 'at' | 'by'> {
  readonly passed: number
  readonly failed: number
  readonly notTestable: number
}

/** The newest first. */
export interface VerificationsBody {
  readonly items: readonly VerificationItem[]
}

/** Null: there is none. */
export interface LatestVerificationBody {
  readonly verification: VerificationBody | null
}

/** `by`: id of the person who began it. */
export type ByPerson<Body> = Omit<Body, 'by'> & { readonly by: string | null }

/** Verifications of the document in force, one at a time. */
export interface Verifications {
  /**
   * Begins one, unless one of the same text runs; one of an earlier text ends. `origin`: the one that requests to
   * repeat are written with. `by`: id of the person who begins it.
   */
  start(origin: string, by: string | null): Promise<{ readonly isNew: boolean }>
  /** The one that runs or ran last, also before a restart. Undefined: there is none. */
  latest(): Promise<ByPerson<VerificationBody> | undefined>
  /** The reports that are kept, the newest first: so many of each revision. */
  list(): Promise<readonly ByPerson<VerificationItem>[]>
  /** One whose report is kept. */
  find(id: string): Promise<ByPerson<VerificationBody> | undefined>
  /** Stops the one that runs, and forgets what it found; where none runs, forgets the latest report. */
  end(): Promise<void>
  /** Stops it with the server; reports are kept. */
  close(): Promise<void>
}

export function countLines(lines: readonly LineReport[], outcome: LineOutcome): number {
  return lines.filter((each) => each.outcome === outcome).length
}
