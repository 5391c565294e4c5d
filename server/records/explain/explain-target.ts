// Declares what an explained request is about: an entity, a record, a verb or a transition.
import type { Entity, Transition, Verb } from '#shared/model/model.ts'

export interface ExplanationTarget {
  readonly entity: Entity
  /** Undefined: a record that is to be made, or a list. */
  readonly id?: string | undefined
  /** Many records are read. */
  readonly isList?: boolean
  readonly does:
    | { readonly verb: Verb; readonly fields: readonly string[] }
    /** `creates`: the transition makes the record. */
    | {
        readonly transition: Transition
        readonly input: { readonly [name: string]: unknown }
        readonly creates: boolean
      }
}
