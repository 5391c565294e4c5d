// Declares a message in the outbox, and reads it from its job.
import type { Job } from '../../storage/job.ts'

export interface OutboxMessage {
  /**
   * Message-ID of the email. It is the same at each try, so that a person who receives the email twice can recognize
   * it.
   */
  readonly id: string
  readonly to: string | null
  /** Sealed, as it may quote a record; of messages before this form, as it is. */
  readonly subject: string
  /** Sealed, as links are credentials; null: the link is too old, and the text is gone. */
  readonly text: string | null
  /**
   * Whether the sealed text is JSON with the text, the HTML, the address to unsubscribe and the notices that it is
   * made of.
   */
  readonly isJson?: boolean
  readonly madeAt: string
  readonly goodUntil: string | null
}

/**
 * Reads a message from its job. The problem of the job keeps only codes, since a mail server's reply may repeat the
 * message.
 */
export function readOutboxMessage({ value }: Pick<Job, 'value'>): OutboxMessage {
  return value as unknown as OutboxMessage
}

/** Can it still be of use to its recipient? */
export function isSendable({ text, goodUntil }: Pick<OutboxMessage, 'text' | 'goodUntil'>, now: string): boolean {
  return text !== null && (goodUntil === null || goodUntil > now)
}
