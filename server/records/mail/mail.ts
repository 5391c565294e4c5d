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
  /** The same for programs that show it. */
  readonly html?: string | undefined
  /** Where its recipient switches such mail off: a page, which takes a POST of mail programs too. */
  readonly unsubscribe?: string | undefined
}

/** What a link in a message is about: the recipient, and the kinds of notifications in it. */
export interface LinkedMailChoice {
  readonly person: string
  readonly kinds: readonly string[]
}

export interface Mail {
  /** In the transaction of what the message tells: it leaves after the commit, or there is none. */
  send(transaction: Transaction, message: MailMessage): Promise<void>
  /** Of a message in the outbox; undefined: it was sealed under a key that is not here. */
  readSubject(message: OutboxMessage): string | undefined
  /** The secret of a link: only this application makes and reads it. */
  sealChoice(choice: LinkedMailChoice): string
  /** Undefined: this application has made no such secret. */
  openChoice(secret: string): LinkedMailChoice | undefined
}
