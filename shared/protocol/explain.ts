// Declares the response of `POST /api/system/explain`.
import type { Problem, ProblemSource } from './problem.ts'

export interface ExplainBody {
  /** `not knowable`: a secret would have to be tried, or a provider asked, which is left to the call itself. */
  readonly allowed: boolean | 'not knowable'
  /** What the call would be answered with, where that is known. */
  readonly status?: number
  /** As the call would say it, without the number of a request. */
  readonly refusal?: Problem
  /** What was asked one after the other; what comes after the first that is not met was not asked. One without `met` is not tried. */
  readonly steps: readonly { readonly what: string; readonly met?: boolean }[]
  readonly remedy?: Remedy
  /** Of a call that reads one record. */
  readonly reading?: ReadExplanation
}

export interface Remedy {
  /** Each would do, where all of its conditions are true. Absent for recipients who may not read citations. */
  readonly ways?: readonly ExplainedGrant[]
  /** For administrators: any person with one of these roles could do it (to this record as it is). */
  readonly roles?: readonly string[]
  /** What to do, where the refusal itself names no remedy. */
  readonly advice?: string
  /** Some who could, for administrators. */
  readonly people?: readonly { readonly id: string; readonly name: string }[]
}

/** One line of the document that would allow it, or that would have to be obeyed. */
export interface ExplainedGrant {
  /** "Agent", "its requester", "some people" where only code describes them; empty: any caller. */
  readonly who: string
  readonly conditions: readonly ExplainedCondition[]
  readonly source: ProblemSource
}

export interface ExplainedCondition extends ExplainedConditionPart {
  /** Those that all have to be true, where the condition is made of several. */
  readonly parts: readonly ExplainedConditionPart[]
}

export interface ExplainedConditionPart {
  /** As it stands in the document. */
  readonly text: string
  /** The same for people: "you are its assignee"; absent where it has no words. */
  readonly words?: string
  /** Is it true now? Absent where that is not known, or not for the one who asks. */
  readonly met?: boolean
}

export interface ReadExplanation {
  /** What of the entity's records the person may read at all. */
  readonly rows: 'all' | 'some' | 'none'
  readonly fields: readonly FieldExplanation[]
}

export interface FieldExplanation {
  readonly field: string
  readonly label: string
  readonly shown: boolean
  /** Why it is absent. */
  readonly why?: string
  readonly source?: ProblemSource
}
