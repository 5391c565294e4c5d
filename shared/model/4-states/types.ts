// Declares states, transitions, timers, events and effects of the model.
import type { Expression } from '../../expressions/node.ts'
import type { Type } from '../../expressions/type.ts'
import type { FieldType } from '../../fields/field-type.ts'
import type { CatchUp, EventWord, Recurrence } from '../../points/4-states/declarations.ts'
import type { Name } from '../../points/declarations.ts'
import type { Citation, Field } from '../model.ts'
import type { ChoiceExpression } from '../3-entities/types.ts'

/** The states of one field; what leads from one to another, and runs in them, is named once in its entity. */
export interface Workflow {
  readonly field: string
  /** The state of a new record. */
  readonly starts: string
  readonly ends: readonly string[]
  readonly states: readonly { readonly word: string; readonly label: string; readonly meaning: string }[]
  readonly cite: Citation
}

/** Runs in some states, pauses outside of them, and at its end does something. */
export interface Timer {
  readonly name: Name
  /** The field in whose states it runs. */
  readonly field: string
  readonly runsIn: readonly string[]
  readonly lasts:
    /** Worked out anew when what it reads changes; empty: no timer. */
    | { readonly kind: 'expression'; readonly expression: Expression }
    /** Part of what another timer lasts. */
    | { readonly kind: 'share'; readonly percent: number; readonly of: string }
  /** A calendar of point 9; absent: all hours count. */
  readonly calendar?: string
  readonly then: readonly Effect[]
  readonly cite: Citation
}

/**
 * Hides a field, or makes it read only, while the condition holds. The condition combines a state with what the table
 * row adds to it.
 */
export interface FieldBinding {
  readonly field: string
  /** `closed`: of a line, where the table of its head makes its lines read only: none comes, changes or goes. */
  readonly says: 'hidden' | 'read only' | 'closed'
  readonly where: Expression
  /** Only for these; absent: for all but administrators. */
  readonly who?: readonly Grantee[]
  readonly cite: Citation
}

/** Rows of one name are one transition; the first row that fits applies. */
export interface Transition {
  readonly name: Name
  /** The path's segment: kebab-case. */
  readonly path: string
  /** The field whose states it leads from and to: the workflow that it belongs to. */
  readonly field: string
  /** The inputs of all rows. */
  readonly asks: readonly TransitionInput[]
  readonly rows: readonly TransitionRow[]
  /** The field that keeps who did it last, where somebody else is asked for by that ("not the one who did submit"). */
  readonly doneBy?: string
}

/** Happens by the calendar, without a record. Its expressions have its moment as the input `due`. */
export interface Schedule {
  readonly name: Name
  readonly every: Recurrence
  readonly missed: CatchUp
  readonly when?: Expression
  readonly then: readonly Effect[]
  readonly cite: Citation
}

export interface TransitionRow {
  readonly from: 'any' | 'new record' | readonly string[]
  readonly to: 'stay' | readonly string[]
  /** Any of them suffices; empty: nobody, automatic only. */
  readonly who: readonly Grantee[]
  readonly when?: Expression
  readonly asks: readonly TransitionInput[]
  readonly then: readonly Effect[]
  readonly after?:
    | { readonly kind: 'duration'; readonly expression: Expression }
    | { readonly kind: 'at'; readonly expression: Expression }
    /** Run by a later version. */
    | { readonly kind: 'every'; readonly period: Expression; readonly from: Expression; readonly atMost?: Expression }
  /** A code of point 8. */
  readonly otherwise?: string
  /**
   * Those that the row names before it asks the condition of `who`, where it has a code and no `when`: the code is for
   * those of them who do not meet that condition.
   */
  readonly meant?: readonly Grantee[]
  readonly cite: Citation
}

/** Effects that the document defines for when a record is created, plainly changed, deleted or restored. */
export interface RecordEvent {
  readonly event: EventWord
  /** `due_at changed`: only when this field changes. */
  readonly field?: string
  readonly when?: Expression
  readonly then: readonly Effect[]
  readonly cite: Citation
}

export type Grantee =
  | { readonly kind: 'everyone' | 'anyone' }
  /** `roles`: the role and those that include it. */
  | { readonly kind: 'role'; readonly role: string; readonly roles: readonly string[] }
  | { readonly kind: 'condition'; readonly condition: Expression }

export interface TransitionInput {
  readonly name: Name
  readonly type: FieldType
  readonly valueType: Type
  /** Or where this is true, of the record at hand and the other inputs. */
  readonly required: boolean | Expression
  readonly limits?: Field['limits']
  readonly default?: Field['default']
  /** Condition on the records that may be chosen. It reads the current record and the inputs, including this one. */
  readonly chooseFrom?: ChoiceExpression
  readonly otherwise?: Field['otherwise']
  readonly meaning?: string
  /** Whether everybody is asked for it where the field is empty; absent where no state requires the field. */
  readonly ifEmpty?: 'always' | 'sometimes'
  readonly cite: Citation
}

export type Effect = { readonly if?: Expression; readonly cite: Citation } &
  /** `isLines`: of the record at hand, by the name that its lines have in it; only in calls. */
  (
    | ({ readonly kind: 'set'; readonly isLines?: true } & FieldSetting)
    | {
        readonly kind: 'create'
        readonly entity: string
        readonly fields: readonly FieldSetting[]
        /** Lines that are written with it, by the name that they have in it. */
        readonly lines?: readonly FieldSetting[]
        /** `unless exists`: true where there is one already. */
        readonly exists?: Expression
        /** `let comment = create …`: the name of what is created, or of what was `found` to exist; only in calls. */
        readonly name?: string
        readonly found?: Expression
      }
    /** `records`: one or several; the values are those of the record at hand. */
    | {
        readonly kind: 'update'
        readonly entity: string
        readonly records: Expression
        readonly fields: readonly FieldSetting[]
        /** Lines that take the place of those that each has, by the name that they have in it; not in calls. */
        readonly lines?: readonly FieldSetting[]
      }
    | { readonly kind: 'delete'; readonly entity: string; readonly records: Expression }
    | {
        readonly kind: 'do'
        readonly entity: string
        readonly transition: string
        /** Records in their default order, if the document gives no other order. */
        readonly records: Expression
        readonly input: readonly InputSetting[]
      }
    /** Puts one or several into a relation to many of the record at hand, or takes them out. `of`: of another, only in calls. */
    | {
        readonly kind: 'add' | 'remove'
        readonly field: string
        readonly items: Expression
        readonly of?: { readonly entity: string; readonly record: Expression }
      }
    /** `variable` stands among the inputs while the effects are done. */
    | {
        readonly kind: 'for each'
        readonly variable: string
        readonly items: Expression
        readonly effects: readonly Effect[]
      }
    /** A refusal of the first undoes the first, and the other is done. */
    | { readonly kind: 'try'; readonly effect: Effect; readonly otherwise: Effect }
    /** Stands among the inputs from here on. */
    | { readonly kind: 'let'; readonly name: string; readonly value: Expression }
    | {
        readonly kind: 'notify'
        readonly who: Expression
        readonly subject?: MessageTemplate
        readonly message: MessageTemplate
        /** Values that are deliberately disclosed to the recipients, whatever they may read. */
        readonly telling?: readonly Expression[]
        /** The record that the nearest `for each` is at: where no other is at hand, the notice leads to it. */
        readonly each?: { readonly variable: string; readonly entity: string }
      }
    | { readonly kind: 'refuse'; readonly code: string }
    /** A webhook, after the commit. */
    | { readonly kind: 'send'; readonly method: string; readonly url: MessageTemplate; readonly payload?: Expression }
    | { readonly kind: 'restart'; readonly timer: string }
    /** Only in calls. */
    | {
        readonly kind: 'sign up'
        readonly email: Expression
        readonly password: Expression
        readonly fields: readonly FieldSetting[]
      }
    | { readonly kind: 'sign in'; readonly email: Expression; readonly password: Expression }
    | { readonly kind: 'sign out' }
    | { readonly kind: 'change password'; readonly current: Expression; readonly password: Expression }
  )

export interface FieldSetting {
  /** Identifier of the field, or the name that the lines have in their head. */
  readonly field: string
  readonly value: Expression
  /** The type of what is written: numbers are converted to it, so that a share becomes the per cent of its field. */
  readonly type: Type
}

export interface InputSetting {
  readonly name: string
  readonly value: Expression
  /** The type of the input, as in `FieldSetting`. */
  readonly type: Type
}

/** Text with expressions in it. */
export type MessageTemplate = readonly (string | Expression)[]
