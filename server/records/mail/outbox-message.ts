// Declares a message in the outbox, and reads and writes its row.
import type { OutboxRow } from '../../storage/storage.ts'

export interface OutboxMessage {
  /** The same at each try, so that a person who gets it twice can tell: it is the message's Message-ID. */
  readonly id: string
  readonly to: string | null
  readonly subject: string
  /** Sealed, as links are credentials; null: the link is too old, and the text is gone. */
  readonly text: string | null
  readonly madeAt: string
  readonly goodUntil: string | null
  /** Those that were begun. */
  readonly tries: number
  /** Codes of the last failure: what a mail server says may repeat the message. */
  readonly problem: string | null
  /** It is not tried again by itself. */
  readonly isGivenUp: boolean
}

export function readOutboxMessage({ value }: OutboxRow): OutboxMessage {
  return value as unknown as OutboxMessage
}

export function outboxRow(number: number, dueAt: string, message: OutboxMessage): OutboxRow {
  return { number, dueAt, value: { ...message } }
}

/** Can it still be of use to whom it is for? */
export function isSendable({ text, goodUntil }: Pick<OutboxMessage, 'text' | 'goodUntil'>, now: string): boolean {
  return text !== null && (goodUntil === null || goodUntil > now)
}
