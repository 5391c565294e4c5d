// Keeps the messages of a trial in place of sending them.
import type { TrialMessage } from '#shared/protocol/trial.ts'
import type { DeliverMessage } from '../jobs/smtp-delivery.ts'
import type { DeliverWebhook } from '../jobs/webhook-delivery.ts'

/** A document may send without end: the latest are kept. */
const MOST_KEPT = 200
const LONGEST_TEXT = 20_000

export interface SentMessages {
  readonly deliver: DeliverMessage
  readonly deliverWebhook: DeliverWebhook
  /** How many there were. */
  count(): number
  /** Newest first. */
  list(): readonly TrialMessage[]
}

export interface SentMessagesOptions {
  readonly now: () => string
  /** Whether the text of a mail to this address is for the author's eyes. */
  readonly mayShow: (address: string) => Promise<boolean>
  /** Makes the links of a message lead into the trial. */
  readonly withOwnLinks: (text: string) => string
}

export function createSentMessages({ now, mayShow, withOwnLinks }: SentMessagesOptions): SentMessages {
  let kept: readonly TrialMessage[] = []
  let sent = 0
  const keep = (message: Omit<TrialMessage, 'number' | 'at'>): void => {
    sent += 1
    const text = message.text === null ? null : withOwnLinks(message.text).slice(0, LONGEST_TEXT)
    kept = [{ ...message, text, number: sent, at: now() }, ...kept].slice(0, MOST_KEPT)
  }
  return {
    async deliver({ to, subject, text }) {
      keep({ kind: 'mail', to, subject, text: (await mayShow(to)) ? text : null })
    },
    async deliverWebhook({ method, url, body }) {
      keep({ kind: 'webhook', to: `${method} ${url}`, subject: null, text: body ?? '' })
      return { status: 200, isFinal: false, isSigned: false, milliseconds: 0 }
    },
    count: () => sent,
    list: () => kept,
  }
}
