// Declares the caller of a request: an actor, and how they signed in.
import { anonymous } from '#shared/policy/actor.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { Citation } from '#shared/model/model.ts'
import type { ViewAs } from './viewing/view-as.ts'

export interface Caller {
  readonly actor: Actor
  /** The session's row, by its key; undefined: nobody is signed in, or a program with an API token. */
  readonly session: { readonly key: string; readonly secret: string } | undefined
  readonly byCookie: boolean
  /** An administrator views as somebody else: `actor` is the viewed person, and nothing may be written. */
  readonly viewing?: { readonly by: Actor; readonly as: ViewAs }
  /** An API token was shown: it acts for its person, and does not manage the person's account. */
  readonly byToken?: boolean
  /** The API token has none of the roles of its person, who has some. */
  readonly hasNoneOfRoles?: boolean
  /** Signed in with one factor where the document asks for two: `actor` is nobody, and this is who it would be. */
  readonly enrolling?: { readonly actor: Actor; readonly cites: Citation }
}

export const NOBODY: Caller = { actor: anonymous, session: undefined, byCookie: false }

/** The actor who signed in: not the viewed person, and even if the second factor is still missing. */
export function signedInActor({ actor, enrolling, viewing }: Caller): Actor {
  return viewing?.by ?? enrolling?.actor ?? actor
}

export function withEnrolment(whole: Caller, actor: Actor, cites: Citation | undefined): Caller {
  return cites === undefined ? whole : { ...whole, actor: anonymous, enrolling: { actor, cites } }
}
