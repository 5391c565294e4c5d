// Declares what publishing a document would change, as `check --plan` and the studio tell it.
import type { DocumentConflict } from './document.ts'

/** A permission that people gain or lose, counted over the people and records that there are. */
export interface PermissionChange {
  /** `change`: they have it before and after, on other conditions; the records are not counted. */
  readonly direction: 'gain' | 'lose' | 'change'
  readonly entity: string
  /** `read`, `read subject`, `update subject`, `delete`, `history`, `history subject`, `do close`; `create`, `export`, `import`, `restore`. */
  readonly permissions: readonly string[]
  /** Roles of the people. */
  readonly roles: readonly string[]
  /** Everybody without an account. */
  readonly isAnonymous: boolean
  readonly people: number
  readonly records: ChangedRecords
}

/** A change of permissions that no existing person and record show: it was found on made-up ones. */
export type PossibleChange = Omit<PermissionChange, 'people' | 'records'>

export interface ChangedRecords {
  readonly count: number
  /** The first of them. */
  readonly examples: readonly { readonly id: string; readonly title?: string }[]
}

/** A rule that existing records break: each of them is refused when it is next saved. */
export interface BrokenRule {
  readonly rule: string
  readonly entity: string
  readonly line: number
  readonly records: ChangedRecords
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
  /**
   * `callers`: it is for others. `needs`: a member of the body must be sent. `takes` and `answers`: there is a member
   * more; `takes no` and `answers no`: one less; `takes otherwise` and `answers otherwise`: of another type.
   */
  readonly change:
    | 'new'
    | 'gone'
    | 'callers'
    | 'needs'
    | 'takes'
    | 'takes no'
    | 'takes otherwise'
    | 'answers'
    | 'answers no'
    | 'answers otherwise'
  /** The member that it is about. */
  readonly member?: string
}

export interface DuesChange {
  readonly started: number
  readonly moved: number
  readonly dropped: number
  readonly kept: number
  /** The timers, transitions and schedules of which some start, move or are dropped. */
  readonly changed: readonly ChangedDues[]
}

/** Moments of one timer, one transition that happens by itself, or one schedule. */
export interface ChangedDues {
  /** Null: it is a schedule. */
  readonly entity: string | null
  /** Name for people. */
  readonly name: string
  readonly started: number
  readonly moved: number
  readonly dropped: number
}

/** Something that a plan leaves out, for want of time or of permission. */
export type LeftOut =
  /** No data was looked at: neither people and records, nor rules, nor timers. */
  | { readonly what: 'data' }
  | { readonly what: 'people'; readonly lookedAt: number }
  /** Only so many records of an entity were looked at for each person. */
  | { readonly what: 'records'; readonly most: number }
  | { readonly what: 'rule'; readonly rule: string }
  | { readonly what: 'timers' }
  /** Made-up people and records: the document has no form for them, or there was no time for all. */
  | { readonly what: 'made up' }

export interface DocumentPlan {
  /** Rows that stand against the document: nothing else of the data was looked at. */
  readonly conflicts: readonly DocumentConflict[]
  /** Changes of the tables. */
  readonly data: readonly string[]
  readonly permissions: readonly PermissionChange[]
  /** Beside `permissions`: what made-up people and records show. */
  readonly possible: readonly PossibleChange[]
  readonly rules: readonly BrokenRule[]
  readonly screens: readonly ScreenChange[]
  readonly calls: readonly CallChange[]
  readonly timers: DuesChange
  readonly schedules: DuesChange
  readonly leftOut: readonly LeftOut[]
}

/** Tells whether some of these was left out; with the data, all was. */
export function isLeftOut({ leftOut }: Pick<DocumentPlan, 'leftOut'>, ...kinds: readonly LeftOut['what'][]): boolean {
  return leftOut.some(({ what }) => what === 'data' || kinds.includes(what))
}

/** Plans a document on the data that there is; nothing is published. Null: it has errors. */
export type PlanDocument = (document: {
  readonly file: string
  readonly text: string
  /** RFC 3339. */
  readonly now: string
  /** Names of what is deleted with its values. */
  readonly deletes?: readonly string[]
  /** Whether the data is looked at; otherwise only what the documents themselves say is compared. */
  readonly looksAtData: boolean
}) => Promise<DocumentPlan | null>

export interface PlanBody {
  /** Null: the document has errors, or there is no data directory to plan on. */
  readonly plan: DocumentPlan | null
  /** The command line that publishes it: it deletes data, of which this server makes no backup. Absent: this server does. */
  readonly command?: string
}
