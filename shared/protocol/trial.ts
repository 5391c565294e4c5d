// Declares trials: a draft that runs beside the published document, in a sandbox of the person who wrote it.

/** `copy`: a copy of the data in force; `sample`: the sample data of the document; `empty`: a person of each role. */
export type TrialData = 'copy' | 'sample' | 'empty'

/** The path below which the tried application stands. */
export const TRIAL_PATH = '/studio/try'

/** Milliseconds that a trial lasts. */
export const TRIAL_MILLISECONDS = 3_600_000

/**
 * Reason for which a trial ended: its author, the trial that they began after it, its hour, the end of their session, a document
 * that lets them read no data any more, the end of the server, or a fault.
 */
export type TrialEnd = 'thrown away' | 'another' | 'time' | 'signed out' | 'no data' | 'server' | 'fault'

/** How far the clock of a trial is moved: an hour, a day, or to the next moment at which something falls due. */
export type TrialStep = 'hour' | 'day' | 'next'

/** The person that the author takes on: one there is, somebody made up with a role, or nobody who is signed in. */
export type TrialActor = { readonly person: string } | { readonly role: string } | { readonly nobody: true }

export interface TrialBody {
  readonly data: TrialData
  /** When it ends by itself, on the machine's clock (RFC 3339). */
  readonly endsAt: string
  /** The moment of its own clock (RFC 3339). */
  readonly now: string
  /** When the next timer or schedule falls due, on its own clock. */
  readonly nextDue: string | null
  /** False: more fell due than runs at once, and the clock was moved only as far as it ran. */
  readonly isMoved: boolean
  readonly roles: readonly { readonly role: string; readonly label: string }[]
  /** How many messages would have been sent. */
  readonly sent: number
}

/** Null: there is none, or it has ended. */
export interface OwnTrialBody {
  readonly trial: TrialBody | null
}

export interface TrialPeopleBody {
  readonly items: readonly TrialPerson[]
}

export interface TrialPerson {
  readonly id: string
  readonly name: string
  readonly email: string
  /** Labels. */
  readonly roles: readonly string[]
}

/** A message that was shown here and sent nowhere. */
export interface TrialMessage {
  /** Number in their order, from 1. */
  readonly number: number
  readonly kind: 'mail' | 'webhook'
  /** The moment on the clock of the trial. */
  readonly at: string
  /** An address of mail, or the method and the address of a webhook. */
  readonly to: string
  readonly subject: string | null
  /** Null: it is for an administrator other than the author, and not shown. */
  readonly text: string | null
}

/** Messages that one answer lists at most. */
export const TRIAL_MESSAGES_AT_ONCE = 50

export interface TrialMessagesBody {
  /** Newest first. */
  readonly items: readonly TrialMessage[]
  readonly sent: number
  /** How many of them are kept: the latest. */
  readonly kept: number
}

export interface TrialAuthor {
  readonly id: string
  readonly name: string
  readonly email: string
}

export interface TrialStart {
  readonly text: string
  readonly data: TrialData
  /** The origin by which the author's browser reaches the application. */
  readonly origin: string
  /** RFC 3339. */
  readonly now: string
}

/** The trials of a server, one for each author. What needs a trial throws a refusal where there is none. */
export interface Trials {
  /** The data of the author's trial; undefined: there is none. */
  dataOf(author: string): TrialData | undefined
  /** Ends the trial that the author has. Throws a refusal where the data is too large, or too many trials run. */
  start(author: TrialAuthor, start: TrialStart): Promise<TrialBody>
  /** Null: there is none. */
  read(author: string): Promise<TrialBody | null>
  people(author: string, search: string): Promise<TrialPeopleBody>
  /** `before`: only those with a lower number. */
  messages(author: string, before: number): Promise<TrialMessagesBody>
  /** Goes on as somebody else. Gives the id of the person; null: nobody. */
  actAs(author: string, actor: TrialActor): Promise<string | null>
  move(author: string, step: TrialStep): Promise<TrialBody>
  /** Throws the trial away. False: there is none. The audit has its end, but where the author threw it away by a call. */
  end(author: string, why: TrialEnd): Promise<boolean>
}
