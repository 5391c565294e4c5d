// A letter as it lies in the outbox until it is sent.
import type { OutboxRow } from '../../storage/storage.ts'

export interface OutboxLetter {
  /** The same at each try, so that whoever gets it twice can tell: it is the letter's Message-ID. */
  readonly id: string
  readonly to: string | null
  readonly subject: string
  /** Sealed, as links are credentials; null: the link is too old, and the text is gone. */
  readonly text: string | null
  readonly madeAt: string
  readonly goodUntil: string | null
  /** Those that were begun. */
  readonly tries: number
  /** Codes of the last failure: what a mail server says may repeat the letter. */
  readonly problem: string | null
  /** It is not tried again by itself. */
  readonly isGivenUp: boolean
}

export function letterIn({ value }: OutboxRow): OutboxLetter {
  return value as unknown as OutboxLetter
}

export function outboxRow(number: number, dueAt: string, letter: OutboxLetter): OutboxRow {
  return { number, dueAt, value: { ...letter } }
}

/** Can it still be of use to whom it is for? */
export function isSendable({ text, goodUntil }: Pick<OutboxLetter, 'text' | 'goodUntil'>, now: string): boolean {
  return text !== null && (goodUntil === null || goodUntil > now)
}
