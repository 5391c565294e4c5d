// Declares what point 4 contains: workflows, transitions, effects and timers.
import type { Fragment } from '../../text/fragment.ts'
import type { Span } from '../../text/span.ts'
import type { FieldDeclaration, FieldLimits, TypeDeclaration } from '../3-entities/declarations.ts'
import type { Name, NotShown, Reference } from '../declarations.ts'
import type { GranteeDeclaration } from '../6-roles/declarations.ts'

export type EffectDeclaration = { readonly span: Span; readonly if?: Fragment } & (
  | { readonly kind: 'set'; readonly field: Reference; readonly value: Fragment }
  | {
      readonly kind: 'create'
      readonly entity: Reference
      readonly fields: readonly FieldValueDeclaration[]
      readonly unlessExists: boolean
      /** `let comment = create …`, only in calls. */
      readonly name?: string
    }
  | { readonly kind: 'update'; readonly set: Fragment; readonly fields: readonly FieldValueDeclaration[] }
  | { readonly kind: 'delete'; readonly set: Fragment }
  | {
      readonly kind: 'do'
      readonly transition: Reference
      /** Absent: the record at hand. */
      readonly on?: Fragment
      readonly input: readonly FieldValueDeclaration[]
    }
  /** `message`: literal text with `{expression}` parts; `telling`: what it discloses to its recipients on purpose. */
  | {
      readonly kind: 'notify'
      readonly who: Fragment
      readonly subject?: Template
      readonly message: Template
      readonly telling?: readonly Fragment[]
    }
  | { readonly kind: 'send'; readonly method: string; readonly url: Template; readonly payload?: Fragment }
  | { readonly kind: 'refuse'; readonly code: Reference }
  | { readonly kind: 'add' | 'remove'; readonly item: Fragment; readonly field: Reference }
  | { readonly kind: 'restart'; readonly timer: Reference }
  | {
      readonly kind: 'forEach'
      readonly variable: string
      readonly set: Fragment
      readonly effects: readonly EffectDeclaration[]
    }
  | { readonly kind: 'try'; readonly effect: EffectDeclaration; readonly otherwise: EffectDeclaration }
  | { readonly kind: 'let'; readonly name: string; readonly value: Fragment }
  /** Only in calls of point 7. */
  | {
      readonly kind: 'sign up'
      readonly email: Fragment
      readonly password: Fragment
      readonly as: readonly FieldValueDeclaration[]
    }
  | { readonly kind: 'sign in'; readonly email: Fragment; readonly password: Fragment }
  | { readonly kind: 'sign out' }
  | { readonly kind: 'change password'; readonly current: Fragment; readonly password: Fragment }
)

export interface FieldValueDeclaration {
  readonly name: Reference
  readonly value: Fragment
}

/** Text with expressions in braces, in order. */
export type Template = readonly (string | { readonly expression: Fragment })[]

export interface InputDeclaration {
  readonly name: Name
  readonly type: TypeDeclaration
  /** Or where the condition is true, of the record at hand and the other inputs. Absent: nothing is said of it. */
  readonly required?: FieldDeclaration['required']
  readonly default?: FieldDeclaration['default']
  readonly limits?: FieldLimits & { readonly span: Span }
  /** These stand in a table of their own. */
  readonly chooseFrom?: Fragment
  readonly otherwise?: FieldDeclaration['otherwise']
  readonly meaning?: string
  readonly span: Span
}

/** One row of the table; rows with one name are one transition. */
export interface TransitionDeclaration {
  readonly name: Name
  /** `any`, `new record`, or states. */
  readonly from: 'any' | 'new record' | readonly Reference[]
  readonly to: 'stay' | readonly Reference[]
  readonly who: readonly GranteeDeclaration[]
  readonly when?: Fragment
  readonly asks: readonly InputDeclaration[]
  readonly then: readonly EffectDeclaration[]
  readonly after?: TriggerDeclaration
  readonly otherwise?: Reference
  readonly span: Span
}

export type TriggerDeclaration =
  | { readonly kind: 'duration'; readonly value: Fragment }
  | { readonly kind: 'at'; readonly moment: Fragment }
  | { readonly kind: 'every'; readonly period: Fragment; readonly from: Fragment; readonly atMost?: Fragment }
  | NotShown

export interface WorkflowDeclaration {
  readonly entity: Reference
  readonly field: Name
  readonly starts?: Reference
  readonly ends: readonly Reference[]
  readonly states: readonly { readonly state: Name; readonly meaning: string; readonly span: Span }[]
  readonly transitions: readonly TransitionDeclaration[]
  /** `| field | new | open | …` tables. */
  readonly fieldStates: readonly {
    readonly field: Reference
    readonly state: Reference
    readonly says: 'hidden' | 'read only' | 'required' | 'asked'
    readonly role?: Reference
    readonly if?: Fragment
    readonly span: Span
  }[]
  /** The states in the headers of these tables. */
  readonly boundStates: readonly Reference[]
  readonly timers: readonly {
    readonly name: Name
    readonly runsIn: readonly Reference[]
    readonly lasts: Fragment
    readonly countedIn?: Reference
    readonly then: readonly EffectDeclaration[]
    readonly span: Span
  }[]
  readonly span: Span
}

/** When a schedule happens. `days`: 0 is Monday. A month or year that lacks the day has its last one. `time`: "06:00". */
export type Recurrence =
  | { readonly kind: 'hour' }
  | { readonly kind: 'day'; readonly time: string }
  | { readonly kind: 'weekdays'; readonly days: readonly number[]; readonly time: string }
  | { readonly kind: 'month'; readonly day: number; readonly time: string }
  | { readonly kind: 'year'; readonly month: number; readonly day: number; readonly time: string }

export interface ScheduleDeclaration {
  readonly name: Name
  readonly every: Recurrence
  readonly missed: CatchUp
  readonly when?: Fragment
  readonly then: readonly EffectDeclaration[]
  readonly span: Span
}

/** How a schedule catches up what was missed while the server was down: one run for all of it, or one for each moment. */
export type CatchUp = 'once' | 'each'

/** Words for what happens to a record by no transition, in points 4 and 7. */
export const EVENT_WORDS = ['created', 'changed', 'deleted', 'restored'] as const
export type EventWord = (typeof EVENT_WORDS)[number]

export interface StatesPoint {
  readonly workflows: readonly WorkflowDeclaration[]
  /** Tables of events of entities without states stand in a workflow-less declaration. */
  readonly events: readonly {
    readonly entity: Reference
    readonly event: EventWord
    readonly field?: Reference
    readonly when?: Fragment
    readonly then: readonly EffectDeclaration[]
    readonly span: Span
  }[]
  /** Effects that happen by the calendar, without a record. */
  readonly schedules: readonly ScheduleDeclaration[]
  readonly span: Span
}
