// Declares mail: a message, and the outbox that commands put messages into.
import type { Notice } from './notification-mail.ts'
import type { Transaction } from '../../storage/transaction.ts'

export interface MailMessage {
  /** One address. Null: nobody; such a message only takes as long as one that leaves. */
  readonly to: string | null
  readonly subject: string
  /** Plain text. */
  readonly text: string
  /** RFC 3339: until when the link in it is good; without one it tells something that stays true. */
  readonly goodUntil?: string
  /** The same for programs that show it. */
  readonly html?: string | undefined
  /** Where its recipient switches such mail off. */
  readonly unsubscribe?: string
  /** Several messages of one event to one person become one: all notices, and how they are composed. */
  readonly gathered?: {
    readonly event: string
    readonly notices: readonly Notice[]
    readonly compose: (notices: readonly Notice[]) => Pick<MailMessage, 'subject' | 'text' | 'html'>
  }
}

export interface Mail {
  /** In the transaction of what the message tells: it leaves after the commit, or there is none. */
  send(transaction: Transaction, message: MailMessage): Promise<void>
}
