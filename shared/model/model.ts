// Declares the model: the linked specification of a running application, as plain data.
import type { Prose } from '../document/document.ts'
import type { Expression } from '../expressions/node.ts'
import type { Lookup } from '../expressions/lookup.ts'
import type { Type } from '../expressions/type.ts'
import type { WorkingHours } from '../expressions/functions/working-time.ts'
import type { FieldType } from '../fields/field-type.ts'
import type { Name, Shown, Unknown, Verb } from '../points/declarations.ts'
import type { Literal } from '../points/literal.ts'
import type { Screen, Sort } from './2-screens/types.ts'
import type {
  RecordEvent,
  FieldBinding,
  MessageTemplate,
  Timer,
  Transition,
  Grantee,
  Workflow,
} from './4-states/types.ts'
import type { DocumentCall, CallSettings, OutgoingCall, RecordShape } from './7-calls/types.ts'

export type { Literal, Name, Prose, Unknown, Verb }
/** Defined beside what else is said of screens, and of states. */
export type { Screen, Sort, Tile } from './2-screens/types.ts'
export type {
  Effect,
  RecordEvent,
  FieldBinding,
  FieldSetting,
  TransitionInput,
  MessageTemplate,
  Timer,
  Transition,
  TransitionRow,
  Grantee,
  Workflow,
} from './4-states/types.ts'

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
  readonly accountPolicy: AccountPolicy
  readonly calls: readonly DocumentCall[]
  readonly shapes: ReadonlyMap<string, RecordShape>
  readonly outgoing: readonly OutgoingCall[]
  readonly callSettings: CallSettings
  /** By code: the document's own and the standard ones, reworded or not. */
  readonly errors: ReadonlyMap<string, ErrorEntry>
  /** By identifier, in the order of the document. */
  readonly limits: ReadonlyMap<string, Constant>
  /** By identifier; those that are not shown are absent. */
  readonly calendars: ReadonlyMap<string, Calendar>
  /** By identifier; those that are not shown are absent. */
  readonly lookups: ReadonlyMap<string, Lookup>
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
  /** Conditions that point 5 names, as they are written. */
  readonly words: ReadonlyMap<string, string>
  /** Names a record to people; a text expression. */
  readonly title: Expression
  readonly order: readonly Sort[]
  readonly icon?: string
  readonly was?: string
  readonly historyKept: boolean
  readonly onlyOne: boolean
  readonly deleted: { readonly kind: 'trash'; readonly days: number } | { readonly kind: 'for good' }
  readonly uniqueTogether: readonly { readonly fields: readonly string[]; readonly cite: Citation }[]
  /** By the field that holds the state, in the order of the document. */
  readonly workflows: ReadonlyMap<string, Workflow>
  /** Of all workflows, by identifier, in the order of the document. */
  readonly transitions: ReadonlyMap<string, Transition>
  /** Fields that are hidden or read only in some states; what is required there stands with the field. */
  readonly bindings: readonly FieldBinding[]
  /** Of all workflows, by identifier, in the order of the document; run by a later version. */
  readonly timers: ReadonlyMap<string, Timer>
  /** What happens when a record is created, changed or deleted, in the order of the document. */
  readonly events: readonly RecordEvent[]
  /** Own rules, in the order of the document. */
  readonly rules: readonly Rule[]
  /** Grants that speak of this entity, in the order of the document. */
  readonly grants: readonly Grant[]
  readonly cite: Citation
}

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
    | { readonly kind: 'message'; readonly message: MessageTemplate }
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
  /** Where it follows from a relation, its own or that of a role that includes it: whoever fulfils one of these on a record has it there. */
  readonly onRecords: readonly { readonly entity: string; readonly where: Expression }[]
}

export interface Grant {
  readonly who: Grantee
  readonly except: boolean
  readonly may: readonly Verb[]
  readonly where?: Expression
  /** Identifiers of fields, worked out from `all` and `all except`; `id` and `version` come always and are not listed. */
  readonly fields: readonly string[]
  readonly otherwise?: string
  readonly cite: Citation
}

export type SignInOption =
  | { readonly kind: 'password' | 'passkey' | 'link' }
  /** A provider by OpenID Connect; `path`: its name in addresses (kebab-case); the environment has it in capitals, with `_`. */
  | { readonly kind: 'provider'; readonly name: string; readonly path: string }

export interface SecondFactorRule {
  readonly everyone: boolean
  readonly administrators: boolean
  readonly roles: readonly string[]
  readonly cite: Citation
}

export interface AccountPolicy {
  readonly signUp:
    /** `approved`: administrators decide over everyone who signs up. */
    | { readonly kind: 'open'; readonly as: readonly string[]; readonly approved: boolean }
    | { readonly kind: 'by invitation' | 'closed' }
  /** In the order in which they are offered. */
  readonly signIn: readonly SignInOption[]
  /** Who gets in with two factors alone; undefined: nobody has to. */
  readonly secondFactor?: SecondFactorRule
  /** Which roles the holder of a role may give. */
  readonly mayGive: ReadonlyMap<string, readonly string[]>
  readonly administratorsReadData: boolean
  readonly citations: 'everyone' | 'nobody' | readonly string[]
  readonly document: 'administrators' | 'everyone' | readonly string[]
  readonly grantsCite: Citation
  readonly cites: AccountPolicyCitations
}

/** The settings that decide about accounts, where the document has them. */
export interface AccountPolicyCitations {
  readonly signUp?: Citation
  readonly signIn?: Citation
  readonly administrators?: Citation
  /** By the role that may give others. */
  readonly mayGive: ReadonlyMap<string, Citation>
}

// 8 -----------------------------------------------------------------------------------------------
export interface ErrorEntry {
  readonly code: string
  readonly status: number
  /** What its `{expressions}` read depends on where the code is used: the message as linked for an entity, by identifier; under '' without a record. */
  readonly messages: ReadonlyMap<string, MessageTemplate>
  readonly standard: boolean
  readonly cite?: Citation
}

// 9 -----------------------------------------------------------------------------------------------
export interface Constant {
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
  /** Of the records that a person created; undefined: no bound. */
  readonly storagePerPerson?: number
  readonly pageSize: number
}
