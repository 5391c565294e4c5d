// The linked specification: what the running application is. Plain data (Maps, arrays, strings); names are links.
// Made by `link` once per document; everything that a request needs is worked out from it once, not per request.
import type { Prose } from '../document/document.ts'
import type { Expression } from '../expressions/node.ts'
import type { Type } from '../expressions/type.ts'
import type { WorkingHours } from '../expressions/functions/working-time.ts'
import type { FieldType } from '../fields/field-type.ts'
import type { Name, Shown, Unknown, Verb } from '../points/declarations.ts'
import type { Value as Literal } from '../points/literal.ts'
import type { Call, CallSettings, OutgoingCall, Shape } from './7-calls-types.ts'

export type { Literal, Name, Prose, Unknown, Verb }

/** Where a thing stands, ready to be cited: point, line (1-based) and the line's text, trimmed. */
export interface Citation {
  readonly point: number
  readonly line: number
  readonly text: string
}

export interface Model {
  readonly name: string
  readonly introduction: readonly Prose[]
  readonly product: Shown<Product>
  readonly screens: Shown<{ readonly screens: readonly Screen[] }>
  /** By identifier. Person is always there. With point 3 not shown, Person is the only one. */
  readonly entities: ReadonlyMap<string, Entity>
  readonly entitiesShown: boolean
  readonly rolesShown: boolean
  /** By identifier; Administrator is not among them. */
  readonly roles: ReadonlyMap<string, Role>
  readonly access: Access
  readonly calls: readonly Call[]
  readonly shapes: ReadonlyMap<string, Shape>
  readonly outgoing: readonly OutgoingCall[]
  readonly callSettings: CallSettings
  /** By code: the document's own and the standard ones, reworded or not. */
  readonly errors: ReadonlyMap<string, ErrorEntry>
  /** By identifier, in the order of the document. */
  readonly limits: ReadonlyMap<string, Limit>
  /** By identifier; those that are not shown are absent. */
  readonly calendars: ReadonlyMap<string, Calendar>
  readonly settings: Settings
  readonly unknowns: readonly Unknown[]
  /** Points that are not shown, by number. */
  readonly pointsNotShown: readonly number[]
}

// 1 -----------------------------------------------------------------------------------------------
export interface Product {
  readonly prose: readonly Prose[]
  readonly audiences: readonly { readonly audience: string; readonly role?: string; readonly comesTo: string }[]
}

// 2 -----------------------------------------------------------------------------------------------
export interface Screen {
  /** `/tickets/:id`, as React Router and the server match it. */
  readonly route: string
  readonly name: string
  /** kebab-case of the name; key of the screen. */
  readonly key: string
  readonly shows:
    | { readonly kind: 'table' | 'form'; readonly entity: string }
    /** `by`: the route parameter's field: `id` or a unique one. */
    | { readonly kind: 'record'; readonly entity: string; readonly by: string }
    | { readonly kind: 'board' | 'gallery' | 'map'; readonly entity: string; readonly by: string }
    | { readonly kind: 'calendar' | 'timeline'; readonly entity: string; readonly by: string; readonly to?: string }
    | { readonly kind: 'dashboard' | 'page' | 'not found' | 'not shown' }
  /** Role identifiers, `everyone` or `anyone`. */
  readonly for: readonly string[]
  readonly prose: readonly Prose[]
  /** Paths of fields: `requester`, `requester.team`. */
  readonly columns?: readonly string[]
  readonly where?: Expression
  readonly sort?: readonly Sort[]
  readonly filters?: readonly string[]
  readonly group?: string
  readonly search?: boolean
  readonly actions?: readonly string[]
  readonly empty?: string
  readonly perPage?: number
  readonly fields?: readonly { readonly title?: string; readonly fields: readonly string[] }[]
  /** Reverse names, and `history`. */
  readonly beside?: readonly string[]
  readonly tiles?: readonly Tile[]
  readonly cite: Citation
}

export interface Sort {
  readonly field: string
  readonly descending: boolean
}

export interface Tile {
  readonly name: string
  readonly shows:
    | {
        readonly kind: 'measure'
        readonly measure: 'count' | 'sum' | 'average'
        readonly entity: string
        readonly field?: string
        readonly where?: Expression
        readonly by?: { readonly field: string; readonly unit?: 'day' | 'week' | 'month' | 'quarter' | 'year' }
        readonly as: 'bars' | 'donut' | 'line' | 'number' | 'table'
      }
    | {
        readonly kind: 'table'
        readonly entity: string
        readonly where?: Expression
        readonly sort?: readonly Sort[]
        readonly first: number
      }
    | { readonly kind: 'link'; readonly label: string; readonly to: string }
    | { readonly kind: 'not shown' }
  readonly cite: Citation
}

// 3 -----------------------------------------------------------------------------------------------
/** Defined where the types of fields are. */
export type { FieldType } from '../fields/field-type.ts'

export interface Field {
  readonly name: Name
  readonly type: FieldType
  /** The type that it has in expressions. */
  readonly valueType: Type
  readonly required: boolean | Expression
  readonly default?:
    | { readonly kind: 'literal'; readonly value: unknown }
    | { readonly kind: 'expression'; readonly expression: Expression }
  /** Computed: never written. `stored` is true where it depends on the record's own stored fields alone, and is kept in a column. */
  readonly computed?: { readonly expression: Expression; readonly stored: boolean }
  /** The state field of a workflow: changed by transitions alone. */
  readonly workflow: boolean
  /** id, version, created_at … : kept by the system, never written. */
  readonly standard: boolean
  readonly limits: {
    readonly unique?: { readonly per: readonly string[]; readonly cite: Citation }
    /** In the field's JSON form; for texts the number of characters. */
    readonly min?: number | string
    readonly max?: number | string
    readonly pattern?: string
    readonly atMost?: number
    readonly eachSize?: number
    readonly types?: readonly string[]
    readonly indexed: boolean
    readonly searchable: boolean
    readonly writeOnce: boolean
    readonly hidden: boolean
  }
  readonly meaning: string
  readonly was?: string
  readonly chooseFrom?: Expression
  readonly cite: Citation
}

export interface Entity {
  readonly name: Name
  /** "Tickets", and the segment of its path: "tickets". */
  readonly plural: string
  readonly path: string
  readonly help: readonly Prose[]
  /** By identifier, own fields in the order of the document, then the standard ones (id, created_at, created_by, updated_at, updated_by, version). */
  readonly fields: ReadonlyMap<string, Field>
  /** By reverse name: the relations of others that point here. */
  readonly reverses: ReadonlyMap<string, { readonly entity: string; readonly field: string }>
  /** Names a record to people; a text expression. */
  readonly title: Expression
  readonly order: readonly Sort[]
  readonly icon?: string
  readonly was?: string
  readonly historyKept: boolean
  readonly onlyOne: boolean
  readonly deleted: { readonly kind: 'trash'; readonly days: number } | { readonly kind: 'for good' }
  readonly uniqueTogether: readonly { readonly fields: readonly string[]; readonly cite: Citation }[]
  readonly workflow?: Workflow
  /** What happens when a record is created, changed or deleted, in the order of the document. */
  readonly events: readonly Event[]
  /** Own rules, in the order of the document. */
  readonly rules: readonly Rule[]
  /** Grants that speak of this entity, in the order of the document. */
  readonly grants: readonly Grant[]
  readonly cite: Citation
}

// 4 -----------------------------------------------------------------------------------------------
export interface Workflow {
  readonly field: string
  /** The state of a new record. */
  readonly starts: string
  readonly ends: readonly string[]
  readonly states: readonly { readonly word: string; readonly label: string; readonly meaning: string }[]
  /** By identifier, in the order of the document. */
  readonly transitions: ReadonlyMap<string, Transition>
  /** Fields that are hidden or read only in some states; what is required there stands with the field. */
  readonly bindings: readonly FieldBinding[]
  /** By identifier, in the order of the document; run by a later version. */
  readonly timers: ReadonlyMap<string, Timer>
  readonly cite: Citation
}

/** Runs in some states, pauses outside of them, and at its end does something. */
export interface Timer {
  readonly name: Name
  readonly runsIn: readonly string[]
  readonly lasts:
    /** `days`: where whole days are written; by a calendar each is a day of that. */
    | { readonly kind: 'fixed'; readonly milliseconds: number; readonly days?: number }
    /** Worked out anew when what it reads changes; empty: no timer. */
    | { readonly kind: 'expression'; readonly expression: Expression }
    /** Part of what another timer lasts. */
    | { readonly kind: 'share'; readonly percent: number; readonly of: string }
  /** A calendar of point 9; absent: all hours count. */
  readonly calendar?: string
  readonly then: readonly Effect[]
  readonly cite: Citation
}

/** Where the condition holds (a state, and what the row says beside it), the field is hidden or read only. */
export interface FieldBinding {
  readonly field: string
  readonly says: 'hidden' | 'read only'
  readonly where: Expression
  /** For these alone; absent: for all but administrators. */
  readonly who?: readonly Who[]
  readonly cite: Citation
}

/** Rows of one name are one transition; the first row that fits applies. */
export interface Transition {
  readonly name: Name
  /** The path's segment: kebab-case. */
  readonly path: string
  /** The inputs of all rows. */
  readonly asks: readonly Input[]
  readonly rows: readonly TransitionRow[]
  /** The field that keeps who did it last, where somebody else is asked for by that ("not the one who did submit"). */
  readonly doneBy?: string
}

export interface TransitionRow {
  readonly from: 'any' | 'new record' | readonly string[]
  readonly to: 'stay' | readonly string[]
  /** Any of them suffices; empty: nobody, automatic only. */
  readonly who: readonly Who[]
  readonly when?: Expression
  readonly asks: readonly Input[]
  readonly then: readonly Effect[]
  readonly after?:
    | { readonly kind: 'duration'; readonly expression: Expression }
    | { readonly kind: 'at'; readonly expression: Expression }
  /** A code of point 8. */
  readonly otherwise?: string
  readonly cite: Citation
}

/** What the document does when a record is created, plainly changed or deleted. */
export interface Event {
  readonly event: 'created' | 'changed' | 'deleted'
  /** `due_at changed`: only when this field changes. */
  readonly field?: string
  readonly when?: Expression
  readonly then: readonly Effect[]
  readonly cite: Citation
}

export type Who =
  | { readonly kind: 'everyone' | 'anyone' }
  /** `roles`: the role and those that include it. */
  | { readonly kind: 'role'; readonly role: string; readonly roles: readonly string[] }
  | { readonly kind: 'condition'; readonly condition: Expression }

export interface Input {
  readonly name: Name
  readonly type: FieldType
  readonly valueType: Type
  readonly required: boolean
  readonly cite: Citation
}

export type Effect = { readonly if?: Expression; readonly cite: Citation } & (
  | { readonly kind: 'set'; readonly field: string; readonly value: Expression }
  | {
      readonly kind: 'create'
      readonly entity: string
      readonly fields: readonly FieldSetting[]
      /** `unless exists`: true where there is one already. */
      readonly exists?: Expression
    }
  /** `records`: one or several; the values are those of the record at hand. */
  | {
      readonly kind: 'update'
      readonly entity: string
      readonly records: Expression
      readonly fields: readonly FieldSetting[]
    }
  | { readonly kind: 'delete'; readonly entity: string; readonly records: Expression }
  | {
      readonly kind: 'do'
      readonly entity: string
      readonly transition: string
      /** In their default order, if the document gives no other. */
      readonly records: Expression
      readonly input: readonly { readonly name: string; readonly value: Expression }[]
    }
  /** Puts one or several into a relation to many of the record at hand, or takes them out. `of`: of another, in calls alone. */
  | {
      readonly kind: 'add' | 'remove'
      readonly field: string
      readonly items: Expression
      readonly of?: { readonly entity: string; readonly record: Expression }
    }
  /** `variable` stands among the inputs while the effect is done. */
  | { readonly kind: 'for each'; readonly variable: string; readonly items: Expression; readonly effect: Effect }
  /** A refusal of the first undoes the first, and the other is done. */
  | { readonly kind: 'try'; readonly effect: Effect; readonly otherwise: Effect }
  /** Stands among the inputs from here on. */
  | { readonly kind: 'let'; readonly name: string; readonly value: Expression }
  | { readonly kind: 'notify'; readonly who: Expression; readonly message: Message }
  | { readonly kind: 'refuse'; readonly code: string }
  /** Not run by this version, as a note says when the document is read; so are the effects below. */
  | { readonly kind: 'send'; readonly method: string; readonly url: Message; readonly payload?: Expression }
  | { readonly kind: 'restart'; readonly timer: string }
  /** In calls alone. */
  | {
      readonly kind: 'sign up'
      readonly email: Expression
      readonly password: Expression
      readonly fields: readonly FieldSetting[]
    }
  | { readonly kind: 'sign in'; readonly email: Expression; readonly password: Expression }
  | { readonly kind: 'sign out' }
)

export interface FieldSetting {
  readonly field: string
  readonly value: Expression
}

/** Text with expressions in it. */
export type Message = readonly (string | Expression)[]

// 5 -----------------------------------------------------------------------------------------------
export interface Rule {
  readonly name: string
  readonly entity: string
  readonly transition?: string
  readonly must:
    | { readonly kind: 'hold'; readonly condition: Expression }
    | {
        readonly kind: 'no overlap'
        readonly from: string
        readonly to: string
        readonly per: readonly string[]
        readonly where?: Expression
      }
    | {
        readonly kind: 'at most'
        readonly count: Expression
        readonly per: readonly string[]
        readonly where?: Expression
      }
    | { readonly kind: 'no circle'; readonly along: string }
  readonly otherwise:
    | { readonly kind: 'code'; readonly code: string }
    | { readonly kind: 'message'; readonly message: string }
  readonly on: readonly string[]
  readonly warns: boolean
  readonly checked: 'always' | 'when created' | { readonly whenChanged: readonly string[] }
  /** Own fields that the rule reads: it is judged when one of them changes. */
  readonly reads: readonly string[]
  readonly cite: Citation
}

// 6 -----------------------------------------------------------------------------------------------
export interface Role {
  readonly name: Name
  readonly is: string
  /** All roles that it includes, itself among them. */
  readonly includes: readonly string[]
}

export interface Grant {
  readonly who: Who
  readonly except: boolean
  readonly may: readonly Verb[]
  readonly where?: Expression
  /** Identifiers of fields, worked out from `all` and `all except`; `id` and `version` come always and are not listed. */
  readonly fields: readonly string[]
  readonly otherwise?: string
  readonly cite: Citation
}

export type SignInWay =
  | { readonly kind: 'password' | 'passkey' | 'link' }
  /** A provider by OpenID Connect; `path`: its name in addresses (kebab-case); the environment has it in capitals, with `_`. */
  | { readonly kind: 'provider'; readonly name: string; readonly path: string }

export interface SecondFactorRule {
  readonly everyone: boolean
  readonly administrators: boolean
  readonly roles: readonly string[]
  readonly cite: Citation
}

export interface Access {
  readonly signUp:
    | { readonly kind: 'open'; readonly as: readonly string[] }
    | { readonly kind: 'by invitation' | 'closed' }
  /** In the order in which they are offered. */
  readonly signIn: readonly SignInWay[]
  /** Who gets in with two factors alone; undefined: nobody has to. */
  readonly secondFactor?: SecondFactorRule
  /** Which roles the holder of a role may give. */
  readonly mayGive: ReadonlyMap<string, readonly string[]>
  readonly administratorsReadData: boolean
  readonly citations: 'everyone' | 'nobody' | readonly string[]
  readonly document: 'administrators' | 'everyone' | readonly string[]
  readonly grantsCite: Citation
}

// 8 -----------------------------------------------------------------------------------------------
export interface ErrorEntry {
  readonly code: string
  readonly status: number
  /** What its `{expressions}` read depends on where the code is used: the message as linked for an entity, by identifier; under '' without a record. */
  readonly messages: ReadonlyMap<string, Message>
  readonly standard: boolean
  readonly cite?: Citation
}

// 9 -----------------------------------------------------------------------------------------------
export interface Limit {
  readonly name: Name
  /** In force from a date on, ascending; the first has no `from`. Empty where the value is not shown. */
  readonly values: readonly { readonly from?: string; readonly value: Literal }[]
  readonly type: Type
  readonly meaning: string
  readonly cite: Citation
}

export interface Calendar {
  readonly name: Name
  readonly hours: WorkingHours
  readonly cite: Citation
}

/** The names of point 9 that the system itself obeys, with their defaults. */
export interface Settings {
  readonly timeZone: string
  readonly language: string
  readonly currency: string
  readonly firstDayOfWeek: number
  readonly requests?: { readonly count: number; readonly milliseconds: number }
  readonly signInAttempts: { readonly count: number; readonly milliseconds: number }
  readonly sessionMilliseconds: number
  readonly uploadBytes: number
  readonly pageSize: number
}
