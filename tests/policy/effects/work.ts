// What happens in a random application, as plain data: transitions with effects, timers, webhooks, and calls of its own.
import type { Condition } from '../condition.ts'

/** The records of an entity for which a condition on `x0` holds. */
export interface SetSpec {
  readonly entity: string
  readonly where: Condition
}

export type EffectSpec =
  | PlainEffect
  | { readonly kind: 'for each'; readonly set: SetSpec; readonly inner: EffectSpec }
  /** Undoes the first effect if it is refused, and runs the other one. */
  | { readonly kind: 'try'; readonly first: EffectSpec; readonly otherwise: EffectSpec }

export type PlainEffect = {
  /**
   * The condition of the effect, evaluated as the document sees it, on the record at hand, on `each_one` and on `me`.
   */
  readonly if?: Condition
} & (
  | { readonly kind: 'update'; readonly set: SetSpec; readonly title: string }
  /** Sets the title of the record at hand. */
  | { readonly kind: 'set'; readonly title: string }
  /** Its code, which no other record of its entity has. */
  | { readonly kind: 'set code'; readonly code: string }
  /** `unlessExists`: the caller's own of that title. */
  | { readonly kind: 'create'; readonly entity: string; readonly title: string; readonly unlessExists?: true }
  | { readonly kind: 'delete'; readonly set: SetSpec }
  /** The record at hand. */
  | { readonly kind: 'delete own' }
  | { readonly kind: 'refuse' }
  /** Adds these people to `friends`, or removes them from it. */
  | { readonly kind: 'add' | 'remove'; readonly who: 'me' | 'owner' | SetSpec }
  /** Changes the `friends` of the record that `link` leads to, which is of that entity. Only calls have this effect. */
  | { readonly kind: 'add other' | 'remove other'; readonly entity: string; readonly who: 'me' | 'owner' }
  /** The transition `rise` of the record that `link` leads to. */
  | { readonly kind: 'do'; readonly entity: string; readonly transition: string }
  | { readonly kind: 'notify' }
  | { readonly kind: 'send'; readonly set: SetSpec }
  /**
   * Acts on the record that `for each` is at: runs its transition, sets its title, creates a record with its title,
   * or deletes it.
   */
  | { readonly kind: 'do each'; readonly entity: string; readonly transition: string }
  | { readonly kind: 'set each'; readonly entity: string; readonly title: string }
  | { readonly kind: 'create each'; readonly entity: string }
  | { readonly kind: 'delete each'; readonly entity: string }
)

export interface TransitionSpec {
  readonly entity: string
  readonly field: string
  readonly name: string
  readonly from: readonly string[]
  readonly to: string
  /** A role or `everyone`; absent: it happens by itself, two hours after the state was entered. */
  readonly who?: string
  readonly effects: readonly EffectSpec[]
}

/** `POST /api/own/NAME/:id` of an entity: its effects, then how many of a set the caller can see. */
export interface OwnCallSpec {
  readonly name: string
  readonly entity: string
  readonly who: string
  readonly effects: readonly EffectSpec[]
  readonly counted: SetSpec
}

/** `GET /api/own/NAME`: the set as its caller sees it. */
export interface OwnListSpec {
  readonly name: string
  readonly set: SetSpec
}

/**
 * The effects of the document when a record is created, plainly changed (with `field`, only when this field changes)
 * or deleted.
 */
export interface EventSpec {
  readonly entity: string
  readonly event: 'created' | 'changed' | 'deleted'
  readonly field?: string
  readonly when?: Condition
  readonly effects: readonly EffectSpec[]
}

/** A row of the table of outgoing calls. */
export interface OutgoingSpec {
  readonly entity: string
  /** The occasion as the document writes it after the entity's name: `.move`, ` created`, `.title changed`. */
  readonly when: string
  readonly occasion: Occasion
  /** Absent: it tells only of what no other thing that happens at that moment could change. */
  readonly counted?: SetSpec
}

export type Occasion =
  | { readonly kind: 'done'; readonly transition: string }
  | { readonly kind: 'created' | 'deleted' }
  /** A change of `field`, or of any field if it is absent. */
  | { readonly kind: 'changed'; readonly field?: string }

export interface Work {
  readonly outgoing: readonly OutgoingSpec[]
  readonly transitions: readonly TransitionSpec[]
  readonly events: readonly EventSpec[]
  readonly calls: readonly OwnCallSpec[]
  readonly lists: readonly OwnListSpec[]
}

export const HOURS_TO_WAIT = 2

/** The code and the status with which `refuse` refuses. */
export const DENIED = { code: 'DENIED', status: 422 }
