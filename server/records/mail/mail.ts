// Declares mail: a message, and the outbox that commands put messages into.
import type { Transaction } from '../../storage/transaction.ts'

export interface MailMessage {
  /** One address. Null: nobody; such a message only takes as long as one that leaves. */
  readonly to: string | null
  readonly subject: string
  /** Plain text. */
  readonly text: string
  /** RFC 3339: until when the link in it is good; without one it tells something that stays true. */
  readonly goodUntil?: string
}

export interface Mail {
  /** In the transaction of what the message tells: it leaves after the commit, or there is none. */
  send(transaction: Transaction, message: MailMessage): Promise<void>
}
