// Declares the response of `GET /api/auth/me`, and what else a page carries for its script.
import type { SignInOption } from '../model/model.ts'

export interface SessionBody {
  readonly person: {
    readonly id: string
    readonly name: string
    readonly email: string
    readonly roles: readonly string[]
  } | null
  /** With those that the person's roles include. */
  readonly roles: readonly string[]
  readonly administrator: boolean
  readonly signUp: 'open' | 'by invitation' | 'closed'
  /** Administrators decide over everyone who signs up. */
  readonly signUpApproved?: true
  /** The ways of the document that can be used here, in its order. */
  readonly signIn: readonly SignInOption[]
  /** Signed in with one factor where point 6 asks for two: `roles` are none until the second is set up. */
  readonly secondFactorNeeded?: true
  /** The person signs in another way than by a password. */
  readonly withoutPassword?: true
  /** Can a new password be asked for by email? Else administrators hand out links. */
  readonly sendsMail: boolean
  /** An administrator views as somebody else: `person` and `roles` are that one's, and nothing can be changed. */
  readonly viewing?: {
    /** The administrator's name. */
    readonly by: string
    readonly as: { readonly person: string } | { readonly roles: readonly string[] }
  }
  /** Roles that follow from records, as far as screens are for them: which of them the person has on one record at least, if any. */
  readonly held?: readonly string[]
  /**
   * Value of the header `Verbatim-Policy` of each response; a different one means that roles have changed. Absent
   * where nobody is signed in.
   */
  readonly policy?: string
  /** Sample people whose password is published: only where the server listens to this machine only. */
  readonly sample?: SamplePeople
  /** Revision of the document that is running. */
  readonly revision: string
  /** Only where the server's clock is simulated: pages go by it. */
  readonly clock?: SimulatedTime
}

export interface SimulatedTime {
  /** RFC 3339. */
  readonly now: string
  /** How many times as fast as the real one it runs. */
  readonly speed: number
}

export interface SamplePeople {
  /** The one of all of them. */
  readonly password: string
  /** One of each kind, the administrator first; `is`: what they are called by their roles. */
  readonly people: readonly { readonly email: string; readonly name: string; readonly is: string }[]
}

/** Paths of the responses that a page carries as JSON, by the id of their element. */
export const PAGE_DATA = { session: '/api/auth/me', specification: '/api/spec' } as const

export type PageData = keyof typeof PAGE_DATA
