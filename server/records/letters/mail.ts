// Letters to people: whoever causes one puts it into the outbox; what empties it is put in when the application is put together.
import type { Transaction } from '../../storage/storage.ts'

export interface Letter {
  /** One address. Null: nobody; such a letter only takes as long as one that leaves. */
  readonly to: string | null
  readonly subject: string
  /** Plain text. */
  readonly text: string
  /** RFC 3339: until when the link in it is good; without one it tells something that stays true. */
  readonly goodUntil?: string
}

export interface Mail {
  /** In the transaction of what the letter tells: it leaves after the commit, or there is none. */
  send(transaction: Transaction, letter: Letter): Promise<void>
  /** Something is to leave sooner than it was to before. */
  wake(): void
}
