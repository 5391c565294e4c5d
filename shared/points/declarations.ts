// Declares what the nine points contain, as read and before names are resolved.
// Expressions are still text; `model/link.ts` parses and checks them.
import type { Prose } from '../document/document.ts'
import type { Fragment } from '../text/fragment.ts'
import type { Span } from '../text/span.ts'
import type { EntitiesPoint } from './3-entities/declarations.ts'
import type { StatesPoint, Template } from './4-states/declarations.ts'
import type { CallsPoint } from './7-calls/declarations.ts'
import type { Literal } from './literal.ts'

/** A point, cell or setting that says "not shown" (or a point that is missing): a value of its own, never an empty list. */
export interface NotShown {
  readonly notShown: true
  readonly span: Span
}

export type Shown<T> = T | NotShown

export function isShown<T extends object>(value: Shown<T>): value is T {
  return !('notShown' in value)
}

/** Something the document says is unknown, by name: "Route list", "pager_url", or a whole point ("Point 3"). */
export interface Unknown {
  readonly point: number
  readonly name: string
  readonly span: Span
}

/** A written name: label for people, identifier for programs. */
export interface Name {
  readonly label: string
  readonly identifier: string
  readonly span: Span
}

/** Words that name something elsewhere; resolved at link. `text` is as written, trimmed. */
export type Reference = Fragment

/** The nine points of a document. */
export interface Declarations {
  /** From the level-1 heading: "Helpdesk". */
  readonly name: string
  readonly introduction: readonly Prose[]
  readonly product: Shown<ProductPoint>
  readonly screens: Shown<ScreensPoint>
  readonly entities: Shown<EntitiesPoint>
  readonly states: Shown<StatesPoint>
  readonly rules: Shown<RulesPoint>
  readonly roles: Shown<RolesPoint>
  readonly calls: Shown<CallsPoint>
  readonly errors: Shown<ErrorsPoint>
  readonly limits: Shown<LimitsPoint>
  readonly unknowns: readonly Unknown[]
}

// 1 -----------------------------------------------------------------------------------------------
export interface ProductPoint {
  readonly prose: readonly Prose[]
  readonly audiences: readonly { readonly audience: Fragment; readonly comesTo: string; readonly span: Span }[]
  readonly span: Span
}

// 2 -----------------------------------------------------------------------------------------------
/** One who is written in a `for`, `who` or `role` cell: a role's name, a word (`everyone` …) or a condition in code. */
export type GranteeDeclaration =
  | { readonly kind: 'word'; readonly word: 'everyone' | 'anyone' | 'nobody'; readonly span: Span }
  | { readonly kind: 'role'; readonly role: Reference }
  | { readonly kind: 'condition'; readonly condition: Fragment }
  /** `Approver and not the one who did submit` */
  | { readonly kind: 'notTheOneWhoDid'; readonly who: GranteeDeclaration; readonly transition: Reference }

export type ScreenContentDeclaration =
  | { readonly kind: 'table' | 'form' | 'record'; readonly entity: Reference }
  | { readonly kind: 'board'; readonly entity: Reference; readonly by: Reference }
  | {
      readonly kind: 'calendar' | 'timeline'
      readonly entity: Reference
      readonly by: Reference
      readonly to?: Reference
    }
  | { readonly kind: 'gallery' | 'map'; readonly entity: Reference; readonly by: Reference }
  | { readonly kind: 'dashboard' | 'page' | 'not found' }
  | NotShown

export interface ScreenDeclaration {
  readonly route: Fragment
  readonly name: Name
  readonly shows: ScreenContentDeclaration
  readonly for: readonly GranteeDeclaration[]
  readonly span: Span
  /** From the level-3 heading with the screen's name. */
  readonly details?: ScreenDetails
}

/** `Named`: how fields and entities are named, by references until they are linked; `Condition`: an expression, as a text until then. */
export interface ScreenSettings<Named, Condition> {
  /** Paths of fields: `requester`, `requester.team`. */
  readonly columns?: readonly Named[]
  readonly where?: Condition
  readonly sort?: readonly SortField<Named>[]
  readonly filters?: readonly Named[]
  readonly group?: Named
  readonly search?: boolean
  /** Transitions, `create`, `update`, `delete`, and calls of point 7: `GET /api/overdue`. */
  readonly actions?: readonly Named[]
  readonly empty?: string
  readonly perPage?: number
  /** Sections of fields; one unnamed section where none is made. */
  readonly fields?: readonly { readonly title?: string; readonly fields: readonly Named[] }[]
  /** Reverse names, and `history`. */
  readonly beside?: readonly Named[]
}

export interface SortField<Named> {
  readonly field: Named
  readonly descending: boolean
}

/** A number, or one for each group. */
export interface MeasureTile<Named, Condition> {
  readonly kind: 'measure'
  readonly measure: 'count' | 'sum' | 'average'
  readonly entity: Named
  readonly field?: Named
  readonly where?: Condition
  readonly by?: { readonly field: Named; readonly unit?: 'day' | 'week' | 'month' | 'quarter' | 'year' }
  readonly as?: 'bars' | 'donut' | 'line' | 'number' | 'table'
}

/** The first records of a list. */
export interface ListTile<Named, Condition> {
  readonly kind: 'table'
  readonly entity: Named
  readonly where?: Condition
  readonly sort?: readonly SortField<Named>[]
  readonly first?: number
}

export interface LinkTile {
  readonly kind: 'link'
  readonly label: string
  readonly to: string
}

export interface ScreenDetails extends ScreenSettings<Reference, Fragment> {
  /** It is not shown which records the list holds. */
  readonly whereNotShown?: boolean
  readonly prose: readonly Prose[]
  readonly searchAt?: Span
  readonly tiles?: readonly TileDeclaration[]
  readonly span: Span
}

export type SortKeyDeclaration = SortField<Reference>

export interface TileDeclaration {
  readonly name: string
  readonly span: Span
  readonly shows: MeasureTile<Reference, Fragment> | ListTile<Reference, Fragment> | LinkTile | NotShown
}

export interface ScreensPoint {
  readonly screens: readonly ScreenDeclaration[]
  readonly span: Span
}

// 5 -----------------------------------------------------------------------------------------------
export interface RuleDeclaration {
  readonly name: string
  readonly target:
    | { readonly kind: 'entity'; readonly entity: Reference; readonly transition?: Reference }
    | { readonly kind: 'call'; readonly call: Fragment }
  readonly must:
    | { readonly kind: 'hold'; readonly condition: Fragment }
    | {
        readonly kind: 'no overlap'
        readonly from: Reference
        readonly to: Reference
        readonly per: readonly Reference[]
        readonly where?: Fragment
      }
    | {
        readonly kind: 'at most'
        readonly count: Fragment
        readonly per: readonly Reference[]
        readonly where?: Fragment
      }
    | { readonly kind: 'no circle'; readonly along: Reference }
    | NotShown
  /** A code of point 8 (a word that looks like one or is listed), or else a message. */
  readonly otherwise?: { readonly text: Fragment; readonly message: Template }
  readonly on: readonly Reference[]
  readonly else: 'refuse' | 'warn'
  readonly checked: 'always' | 'when created' | { readonly whenChanged: readonly Reference[] }
  readonly span: Span
}

export interface RulesPoint {
  readonly rules: readonly RuleDeclaration[]
  /** Named conditions: `| word | entity | means |`. */
  readonly words: readonly {
    readonly word: Name
    readonly entity: Reference
    readonly means: Fragment
    readonly span: Span
  }[]
  readonly span: Span
}

// 6 -----------------------------------------------------------------------------------------------
export type Verb = 'read' | 'create' | 'update' | 'delete' | 'import' | 'export' | 'see history' | 'restore'

export interface RoleDeclaration {
  readonly name: Name
  readonly is: string
  readonly includes: readonly Reference[]
  readonly of?: Fragment
  readonly who?: Fragment
  readonly span: Span
}

export interface GrantDeclaration {
  readonly who: readonly GranteeDeclaration[]
  /** Written `except Author`: takes away. */
  readonly except: boolean
  readonly entities: readonly Reference[]
  readonly may: readonly (Verb | 'everything')[]
  readonly where?: Fragment
  readonly fields:
    | { readonly kind: 'all' }
    | { readonly kind: 'only' | 'all except'; readonly fields: readonly Reference[] }
  readonly otherwise?: Reference
  readonly span: Span
}

export type SignInDeclaration =
  | { readonly kind: 'password' | 'passkey' | 'link'; readonly span: Span }
  | { readonly kind: 'provider'; readonly name: Name; readonly span: Span }

export interface SecondFactorHoldersDeclaration {
  readonly everyone: boolean
  readonly administrators: boolean
  readonly roles: readonly Reference[]
}

export interface RolesPoint {
  readonly signUp:
    | { readonly kind: 'open'; readonly as: readonly Reference[]; readonly approved: boolean }
    | { readonly kind: 'by invitation' | 'closed' }
  /** In the order in which they are offered; undefined: nothing is said. */
  readonly signIn?: readonly SignInDeclaration[]
  /** Who has to show a second factor; undefined: whoever wants to. */
  readonly secondFactor?: { readonly of: SecondFactorHoldersDeclaration; readonly span: Span }
  readonly mayGive: readonly { readonly role: Reference; readonly gives: readonly Reference[]; readonly span: Span }[]
  readonly administrators: 'all data' | 'no data'
  readonly citations: 'everyone' | 'nobody' | readonly Reference[]
  readonly document: 'administrators' | 'everyone' | readonly Reference[]
  /** Where the settings stand that are not left out. */
  readonly settings: ReadonlyMap<string, Span>
  readonly roles: readonly RoleDeclaration[]
  readonly grants: readonly GrantDeclaration[]
  /** The header row of the table of grants (the point's heading where there is none): cited where nothing else can be. */
  readonly grantsHeader: Span
  readonly span: Span
}

// 8 -----------------------------------------------------------------------------------------------
export interface ErrorDeclaration {
  readonly code: string
  /** Absent where it is not shown. */
  readonly status?: number
  readonly message: Template
  readonly meaning: string
  readonly span: Span
}

export interface ErrorsPoint {
  readonly errors: readonly ErrorDeclaration[]
  readonly span: Span
}

// 9 -----------------------------------------------------------------------------------------------
export interface LimitDeclaration {
  readonly name: Name
  /** Known names (`time zone`, `requests` …) keep their words in `name.label`. */
  readonly value: Shown<{ readonly value: Literal; readonly span: Span }>
  readonly meaning: string
  /** ISO date from which on the value is in force. */
  readonly from?: string
  readonly span: Span
}

export interface CalendarTimes {
  /** Days counted from Monday, 0; times in minutes of the day. `to` may lie before `from`: on the day after. */
  readonly hours: readonly { readonly days: readonly number[]; readonly from: number; readonly to: number }[]
  /** ISO dates. */
  readonly holidays: readonly string[]
}

export interface CalendarDeclaration {
  readonly name: Name
  readonly times: Shown<CalendarTimes>
  readonly span: Span
}

export interface LookupTable {
  /** Keys as words: of the first column, and of the header row. */
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  /** Empty cells are absent. A quoted value is a text, never a word. */
  readonly cells: readonly {
    readonly row: string
    readonly column: string
    readonly value: Literal
    readonly quoted: boolean
    readonly span: Span
  }[]
}

export interface LookupDeclaration {
  readonly name: Name
  readonly table: Shown<LookupTable>
  readonly span: Span
}

export interface LimitsPoint {
  readonly limits: readonly LimitDeclaration[]
  readonly calendars: readonly CalendarDeclaration[]
  readonly lookups: readonly LookupDeclaration[]
  readonly span: Span
}
