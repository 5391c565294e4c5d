// Declares what publishing a document would change, as `check --plan` and the studio tell it.
import type { DocumentConflict } from './document.ts'

/** A right that people gain or lose, counted over the people and records that there are. */
export interface RightsChange {
  readonly direction: 'gain' | 'lose'
  readonly entity: string
  /** `read`, `read subject`, `update subject`, `create`, `delete`, `see history of`, `do close`. */
  readonly rights: readonly string[]
  /** Roles of the people. */
  readonly roles: readonly string[]
  /** Everybody without an account. */
  readonly isAnonymous: boolean
  readonly people: number
  readonly records: {
    readonly count: number
    /** The first of them. */
    readonly examples: readonly { readonly id: string; readonly title?: string }[]
  }
}

/** A rule that existing records break: each of them is refused when it is next saved. */
export interface BrokenRule {
  readonly rule: string
  readonly entity: string
  readonly line: number
  readonly records: RightsChange['records']
}

export interface ScreenChange {
  readonly change: 'new' | 'gone' | 'moved'
  readonly name: string
  readonly route: string
  /** Its former route. */
  readonly from?: string
}

/** A change of the API. */
export interface CallChange {
  /** `POST /api/tickets`. */
  readonly call: string
  /** Whether programs that call it may stop working. */
  readonly isBreaking: boolean
  /** `is gone`, `needs room`, `answers no color`. */
  readonly change: string
}

export interface DuesChange {
  readonly started: number
  readonly moved: number
  readonly dropped: number
  readonly kept: number
}

export interface DocumentPlan {
  /** Rows that stand against the document: nothing else was looked at. */
  readonly conflicts: readonly DocumentConflict[]
  /** Changes of the tables. */
  readonly data: readonly string[]
  readonly rights: readonly RightsChange[]
  readonly rules: readonly BrokenRule[]
  readonly screens: readonly ScreenChange[]
  readonly calls: readonly CallChange[]
  readonly timers: DuesChange
  readonly schedules: DuesChange
  /** Sentences that say what was left out for want of time. */
  readonly notLookedAt: readonly string[]
}

/** Plans a document on the data that there is; nothing is published. */
export type PlanDocument = (document: {
  readonly file: string
  readonly text: string
  /** RFC 3339. */
  readonly now: string
}) => Promise<DocumentPlan>

export interface PlanBody {
  /** Null: the document has errors, or there is no copy of the data to try it on. */
  readonly plan: DocumentPlan | null
}
