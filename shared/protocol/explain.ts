// Declares the response of `POST /api/system/explain`.
import type { Problem, ProblemSource } from './problem.ts'

export interface ExplainBody {
  /** `not knowable`: a secret would have to be tried, or a provider asked, which is left to the call itself. */
  readonly allowed: boolean | 'not knowable'
  /** Status of the response that the call would get, where it is known. */
  readonly status?: number
  /** Refusal as the call would give it, without the number of a request. */
  readonly refusal?: Problem
  /**
   * Checks in the order in which they were made. Those after the first that is not met were not made, and one without
   * `met` was not tried.
   */
  readonly steps: readonly { readonly what: string; readonly met?: boolean }[]
  readonly remedy?: Remedy
  /** Explanation of a call that reads one record. */
  readonly reading?: ReadExplanation
}

export interface Remedy {
  /** Each would do, where all of its conditions are true. Absent for recipients who may not read citations. */
  readonly ways?: readonly ExplainedGrant[]
  /**
   * Roles that would permit it, for administrators: any person with one of them could perform it (on this record as
   * it is).
   */
  readonly roles?: readonly string[]
  /** Advice on how to proceed, where the refusal itself names no remedy. */
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
  /** Text of the condition as written in the document. */
  readonly text: string
  /** Text of the condition in words for people: "you are its assignee". Absent where it has no words. */
  readonly words?: string
  /** Is it true now? Absent where that is not known, or not for the one who asks. */
  readonly met?: boolean
}

export interface ReadExplanation {
  /** Part of the entity's records that the person may read at all. */
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
