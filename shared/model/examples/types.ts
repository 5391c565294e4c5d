// Declares examples of the model: stories that a document tells, and that are run to see whether they hold.
import type { Expression } from '../../expressions/node.ts'
import type { Type } from '../../expressions/type.ts'
import type { InputSetting } from '../4-states/types.ts'
import type { Citation, FieldSetting } from '../model.ts'

export interface Example {
  readonly title: string
  readonly steps: readonly ExampleStep[]
  readonly cite: Citation
}

export type ExampleStep = { readonly cite: Citation } & (
  | ActorStep
  | { readonly kind: 'nobody' }
  /** `by`: a transition from "new record". `isGiven`: by the system, which may do anything. */
  | {
      readonly kind: 'create'
      readonly entity: string
      readonly by?: string
      readonly fields: readonly FieldSetting[]
      readonly lines: readonly FieldSetting[]
      /** Values of the inputs of the transition. */
      readonly input: readonly InputSetting[]
      /** The record's name in the steps after it. */
      readonly name: string
      readonly isGiven: boolean
    }
  | {
      readonly kind: 'update'
      readonly entity: string
      readonly records: Expression
      readonly fields: readonly FieldSetting[]
      readonly lines: readonly FieldSetting[]
    }
  | { readonly kind: 'delete'; readonly entity: string; readonly records: Expression }
  | {
      readonly kind: 'do'
      readonly entity: string
      readonly transition: string
      readonly records: Expression
      readonly input: readonly InputSetting[]
    }
  | { readonly kind: 'let'; readonly name: string; readonly value: Expression }
  /** A call of point 7, named by its method and path; inputs by their names in the request. */
  | {
      readonly kind: 'call'
      readonly method: string
      readonly path: string
      readonly parameters: readonly InputSetting[]
      readonly inputs: readonly InputSetting[]
      /** The type of what it answers, which the steps after it know as `answer`; absent: it answers nothing. */
      readonly answers?: Type
    }
  /** States that the step before was refused, with this code where one is given. */
  | { readonly kind: 'refused'; readonly code?: string }
  /** Does the step before `refused` again, and confirms the warning that has this code. */
  | { readonly kind: 'confirm'; readonly code: string }
  | { readonly kind: 'expect'; readonly condition: Expression }
  /** States whether the actor may read a record or a value. */
  | { readonly kind: 'sees'; readonly value: Expression; readonly isSeen: boolean }
  /** States whether the step before sent these people a message. */
  | { readonly kind: 'mail'; readonly to: Expression; readonly isSent: boolean; readonly text?: string }
  | { readonly kind: 'later'; readonly milliseconds: number }
  /** A moment by the clocks of the document's time zone. */
  | { readonly kind: 'at'; readonly date: string; readonly time: string }
)

/** A person who acts from here on; one who is new is made up. */
export interface ActorStep {
  readonly kind: 'as'
  /** The person's name in the steps after it. */
  readonly person: string
  /** Absent: they were there before. */
  readonly isNew?: {
    readonly label: string
    readonly roles: readonly string[]
    readonly fields: readonly FieldSetting[]
  }
}
