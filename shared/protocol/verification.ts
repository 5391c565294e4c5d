// Declares verifications: what tests over HTTP say of each line of a document.

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
  /** `failed`: it ended without a report. */
  readonly state: 'running' | 'finished' | 'failed'
  readonly file: string
  /** Short hash of the text that is verified. */
  readonly revision: string
  /** When it began (RFC 3339). */
  readonly at: string
  /** Checks that were made, of so many; both are 0 until they are worked out. */
  readonly done: number
  readonly total: number
  /** Null until it has finished. */
  readonly lines: readonly LineReport[] | null
}

/** Null: there is none, or it was stopped. */
export interface LatestVerificationBody {
  readonly verification: VerificationBody | null
}

/** Verifications of the document in force, one at a time. */
export interface Verifications {
  /**
   * Begins one, unless one of the same text runs; one of an earlier text ends. `origin`: the one that requests to
   * repeat are written with.
   */
  start(origin: string): Promise<{ readonly isNew: boolean }>
  /** The one that runs or ran last, also before a restart. Undefined: there is none. */
  latest(): Promise<VerificationBody | undefined>
  /** Stops it, and forgets what it found. */
  end(): Promise<void>
  /** Stops it with the server; a report is kept. */
  close(): Promise<void>
}

export function countLines(lines: readonly LineReport[], outcome: LineOutcome): number {
  return lines.filter((each) => each.outcome === outcome).length
}
