// Keeps the messages of a trial in place of sending them.
import type { TrialMessage } from '#shared/protocol/trial.ts'
import { TRIAL_MESSAGES_AT_ONCE } from '#shared/protocol/trial.ts'
import type { DeliverMessage } from '../jobs/smtp-delivery.ts'
import type { DeliverWebhook } from '../jobs/webhook-delivery.ts'

/** A document may send without end: the latest are kept, so many and with so many characters. */
const MOST_KEPT = 10_000
const MOST_CHARACTERS = 20_000_000
const LONGEST_TEXT = 20_000

export interface SentMessages {
  readonly deliver: DeliverMessage
  readonly deliverWebhook: DeliverWebhook
  /** How many there were. */
  count(): number
  /** Lists the newest of those with a number below this one, newest first. */
  list(before: number): readonly TrialMessage[]
  /** How many can be listed. */
  kept(): number
}

export interface SentMessagesOptions {
  readonly now: () => string
  /** Whether the text of a mail to this address is for the author's eyes. */
  readonly mayShow: (address: string) => Promise<boolean>
  /** Makes the links of a message lead into the trial. */
  readonly withOwnLinks: (text: string) => string
}

export function createSentMessages({ now, mayShow, withOwnLinks }: SentMessagesOptions): SentMessages {
  const kept: TrialMessage[] = []
  let sent = 0
  let characters = 0
  const keep = (message: Omit<TrialMessage, 'number' | 'at'>): void => {
    sent += 1
    const text = message.text === null ? null : withOwnLinks(message.text).slice(0, LONGEST_TEXT)
    characters += text?.length ?? 0
    kept.push({ ...message, text, number: sent, at: now() })
    while (kept.length > MOST_KEPT || characters > MOST_CHARACTERS) characters -= kept.shift()?.text?.length ?? 0
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
    list(before) {
      const end = Math.max(0, kept.length - Math.max(0, sent - before + 1))
      return kept.slice(Math.max(0, end - TRIAL_MESSAGES_AT_ONCE), end).toReversed()
    },
    kept: () => kept.length,
  }
}
