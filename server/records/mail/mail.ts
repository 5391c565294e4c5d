// Declares mail: a message, the outbox that commands put messages into, and what a link in a message chooses.
import type { OutboxMessage } from './outbox-message.ts'
import type { Notice } from './notification-mail.ts'
import type { Transaction } from '../../storage/transaction.ts'

export interface MailMessage extends MailContent {
  /** One address. Null: nobody; such a message only takes as long as one that leaves. */
  readonly to: string | null
  /** RFC 3339: until when the link in it is good; without one it tells something that stays true. */
  readonly goodUntil?: string
  /** Several messages of one event to one person become one: all notices, and how they are composed. */
  readonly gathered?: {
    readonly event: string
    readonly notices: readonly Notice[]
    readonly compose: (notices: readonly Notice[]) => MailContent
  }
}

export interface MailContent {
  readonly subject: string
  /** Plain text. */
  readonly text: string
  /** HTML version of the text, for programs that display it. */
  readonly html?: string | undefined
  /** URL of the page where the recipient switches such email off; it also accepts a POST from mail programs. */
  readonly unsubscribe?: string | undefined
}

/** Choice that a link in a message carries: the recipient, and the kinds of notifications in the message. */
export interface LinkedMailChoice {
  readonly person: string
  readonly kinds: readonly string[]
}

export interface Mail {
  /**
   * Puts the message into the outbox in the transaction of the change that it reports: it is sent after the commit,
   * or not at all.
   */
  send(transaction: Transaction, message: MailMessage): Promise<void>
  /** Reads the subject of a message in the outbox; undefined if it was sealed under a key that is missing here. */
  readSubject(message: OutboxMessage): string | undefined
  /** The secret of a link: only this application makes and reads it. */
  sealChoice(choice: LinkedMailChoice): string
  /** Undefined: this application has made no such secret. */
  openChoice(secret: string): LinkedMailChoice | undefined
}
