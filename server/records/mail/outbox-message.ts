// Declares a message in the outbox, and reads it from its job.
import type { Job } from '../../storage/job.ts'

export interface OutboxMessage {
  /** The same at each try, so that a person who gets it twice can tell: it is the message's Message-ID. */
  readonly id: string
  readonly to: string | null
  /** Sealed, as it may quote a record; of messages before this form, as it is. */
  readonly subject: string
  /** Sealed, as links are credentials; null: the link is too old, and the text is gone. */
  readonly text: string | null
  /** What is sealed is JSON: text, HTML, where to unsubscribe, and the notices that it is made of. */
  readonly isJson?: boolean
  readonly madeAt: string
  readonly goodUntil: string | null
}

/** Of the problem of its job only codes are kept: what a mail server says may repeat the message. */
export function readOutboxMessage({ value }: Pick<Job, 'value'>): OutboxMessage {
  return value as unknown as OutboxMessage
}

/** Can it still be of use to its recipient? */
export function isSendable({ text, goodUntil }: Pick<OutboxMessage, 'text' | 'goodUntil'>, now: string): boolean {
  return text !== null && (goodUntil === null || goodUntil > now)
}
