// Declares the model: the linked specification of a running application, as plain data.
import type { Prose } from '../document/document.ts'
import type { Lookup } from '../expressions/lookup.ts'
import type { Name, OrNotShown, Unknown } from '../points/declarations.ts'
import type { Literal } from '../points/literal.ts'
import type { QuestionDeclaration } from '../points/read-questions.ts'
import type { Screen } from './2-screens/types.ts'
import type { DocumentCall, CallSettings, OutgoingCall, RecordShape } from './7-calls/types.ts'
import type { Verb } from '../points/6-roles/declarations.ts'
import type { Product } from './1-product/types.ts'
import type { Entity } from './3-entities/types.ts'
import type { Schedule } from './4-states/types.ts'
import type { Role, AccountPolicy } from './6-roles/types.ts'
import type { ErrorEntry } from './8-errors/types.ts'
import type { Constant, Calendar, Settings } from './9-constants/types.ts'
import type { Example } from './examples/types.ts'

export type { Literal, Name, Prose, Unknown, Verb }
/** Defined beside what else is said of screens, and of states. */
export type { Screen, ScreenView, Sort, Tile } from './2-screens/types.ts'
export type {
  Effect,
  RecordEvent,
  FieldBinding,
  FieldSetting,
  TransitionInput,
  MessageTemplate,
  Timer,
  Schedule,
  Transition,
  TransitionRow,
  Grantee,
  Workflow,
} from './4-states/types.ts'

/** Place in the document, ready to be cited: point, line (1-based) and the line's text, trimmed. */
export interface Citation {
  readonly point: number
  readonly line: number
  readonly text: string
}

/** A question that the document asks, with its line (1-based). */
export interface DocumentQuestion extends Omit<QuestionDeclaration, 'span'> {
  readonly line: number
}

export interface Model {
  readonly name: string
  readonly introduction: readonly Prose[]
  readonly product: OrNotShown<Product>
  readonly screens: OrNotShown<{ readonly screens: readonly Screen[] }>
  /** Entities by identifier. Person is always there, and is the only one where point 3 is not shown. */
  readonly entities: ReadonlyMap<string, Entity>
  readonly entitiesShown: boolean
  readonly rolesShown: boolean
  /** Roles by identifier, without Administrator. */
  readonly roles: ReadonlyMap<string, Role>
  readonly accountPolicy: AccountPolicy
  readonly calls: readonly DocumentCall[]
  readonly shapes: ReadonlyMap<string, RecordShape>
  readonly outgoing: readonly OutgoingCall[]
  readonly callSettings: CallSettings
  /** Schedules by identifier: effects that happen by the calendar. */
  readonly schedules: ReadonlyMap<string, Schedule>
  /** Errors by code: the document's own and the standard ones, reworded or not. */
  readonly errors: ReadonlyMap<string, ErrorEntry>
  /** Constants by identifier, in the order of the document. */
  readonly limits: ReadonlyMap<string, Constant>
  /** Calendars by identifier, without those that are not shown. */
  readonly calendars: ReadonlyMap<string, Calendar>
  /** Lookups by identifier, without those that are not shown. */
  readonly lookups: ReadonlyMap<string, Lookup>
  readonly settings: Settings
  /** Stories that the document tells, in its order. */
  readonly examples: readonly Example[]
  /**
   * States in which a record counts as overdue by a field, by `Entity.field`. A field is absent where the document
   * does not define them.
   */
  readonly overdueStates: ReadonlyMap<string, readonly string[]>
  /** Questions that the document asks below its points, in its order; with an answer, they are settled. */
  readonly questions: readonly DocumentQuestion[]
  readonly unknowns: readonly Unknown[]
  /** Points that are not shown, by number. */
  readonly pointsNotShown: readonly number[]
}

// 3 -----------------------------------------------------------------------------------------------
/** Defined where the types of fields are. */
export type { FieldType } from '../fields/field-type.ts'

export type { Product } from './1-product/types.ts'

export type { Field, Entity, EntityPart } from './3-entities/types.ts'

export type { RefusalWords, Rule } from './5-rules/types.ts'

export type {
  Role,
  Grant,
  SignInOption,
  SecondFactorRule,
  AccountPolicy,
  AccountPolicyCitations,
} from './6-roles/types.ts'

export type { ErrorEntry } from './8-errors/types.ts'

export type { Constant, Calendar, Settings } from './9-constants/types.ts'
