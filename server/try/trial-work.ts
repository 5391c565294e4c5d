// Declares what the thread of a trial is given, and the messages between it and the server.
import type { DocumentConflict } from '#shared/protocol/document.ts'
import type { DataPlace } from '../document/data-place.ts'
import type {
  TrialActor,
  TrialAuthor,
  TrialBody,
  TrialMessagesBody,
  TrialPeopleBody,
  TrialStart,
  TrialStep,
} from '#shared/protocol/trial.ts'

export interface TrialWork extends TrialStart {
  readonly author: TrialAuthor
  /** The data of the server, of which a copy is made. */
  readonly place: DataPlace
  /** The folder for all that the trial writes. */
  readonly folder: string
  /** Name by which messages call the document. */
  readonly file: string
  /** The file of the document, beside which its sample lies; absent: the data is another document's. */
  readonly sampleOf?: string | undefined
  readonly clientDirectory: string
  readonly documentDirectory?: string | undefined
  /** Bytes that its database may have. */
  readonly mostBytes: number
  /** Shown by each request to the thread: other programs of this machine can reach its port, too. */
  readonly secret: string
}

/** The header that shows the secret. */
export const SECRET_HEADER = 'verbatim-trial'

/** Part of what is known of a trial that its thread tells. */
export type TrialState = Omit<TrialBody, 'data' | 'endsAt'>

export type TrialQuestion =
  | { readonly ask: 'state' }
  | { readonly ask: 'people'; readonly search: string }
  | { readonly ask: 'messages'; readonly before: number }
  | { readonly ask: 'move'; readonly step: TrialStep }
  | { readonly ask: 'actor'; readonly actor: TrialActor }

export interface TrialAnswers {
  readonly state: TrialState
  readonly people: TrialPeopleBody
  readonly messages: TrialMessagesBody
  readonly move: TrialState
  readonly actor: ChosenActor
}

/** `secret`: of a session of that person; both null: nobody. */
export interface ChosenActor {
  readonly person: string | null
  readonly secret: string | null
}

/** A refusal by its name in the catalogue, which the server throws for the thread. */
export interface TrialRefusal {
  readonly name:
    | 'trial_no_sample'
    | 'trial_sample_refused'
    | 'trial_role_refused'
    | 'document_conflict'
    | 'nobody_to_view_as'
  readonly problem?: string
  /** The rows that stand against the draft. */
  readonly conflicts?: readonly DocumentConflict[]
}

/** `number`: of the question; absent: the thread has opened its port, or could not. */
export type TrialThreadMessage =
  | { readonly number: number; readonly answer: TrialAnswers[keyof TrialAnswers] }
  | { readonly number: number; readonly refused: TrialRefusal }
  /** A fault of the program, for the log. */
  | { readonly number: number; readonly fault: string }
  | { readonly port: number; readonly first: ChosenActor; readonly state: TrialState }
  | { readonly refused: TrialRefusal }

export interface NumberedQuestion {
  readonly number: number
  readonly question: TrialQuestion
}

/** Thrown in the thread. */
export class TrialRefused extends Error {
  readonly refusal: TrialRefusal
  constructor(name: TrialRefusal['name'], more: Omit<TrialRefusal, 'name'> = {}) {
    super(name)
    this.refusal = { name, ...more }
  }
}
