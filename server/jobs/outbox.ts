// Sends the messages of the outbox after their commit, retries failures, and gives up after the last.
import type { MailMessage, Mail } from '../records/mail/mail.ts'
import type { OutboxMessage } from '../records/mail/outbox-message.ts'
import { isSendable, readOutboxMessage, outboxRow } from '../records/mail/outbox-message.ts'
import type { OutboxRow, Storage, Transaction } from '../storage/storage.ts'
import type { DeliverMessage } from './smtp-delivery.ts'
import { DeliveryFailed } from './smtp-delivery.ts'

export interface OutboxDependencies {
  readonly storage: Storage
  /** Texts hold links, which are credentials: what lies in the database is of no use without the key. */
  readonly keyring: {
    seal(text: string, about: string): string
    open(sealed: string, about: string): string | undefined
  }
  readonly deliver: DeliverMessage
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly newId: (now: string) => string
  readonly log: { error(fields: object, message: string): void }
}

export interface Outbox extends Mail {
  /** Tries every message that is due, a few at a time; resolves when there is none left. One run at a time. */
  sendDue(): Promise<void>
  /** From now on messages leave by themselves; those of an earlier run of the program come first. */
  start(): void
  /** Begins no further message, and waits a while for those under way: what is not known to have left is tried again after the next start. */
  stop(): Promise<void>
}

/** Messages on their way at once. */
const AT_ONCE = 4

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** After each try that failed; after the last one the message is given up: a mail server may be away for two days. */
const PAUSES = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR]

/** For how long administrators see what was given up. */
const KEPT_MILLISECONDS = 30 * 24 * HOUR

/** A person who causes a message has the answer before it leaves: neither waits for the other. */
const GATHER_MILLISECONDS = 50

/** What is due later than this is looked for again meanwhile: clocks are moved. */
const LONGEST_SLEEP = HOUR

const PATIENCE_MILLISECONDS = 5_000

export function createOutbox({ storage, keyring, deliver, clock, newId, log }: OutboxDependencies): Outbox {
  const nowText = (later = 0): string => new Date(clock() + later).toISOString()
  let isStarted = false
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  /** By a clock that nobody moves. */
  let wakesAt = Infinity
  let underWay: Promise<void> | undefined

  /** Once for all that come while it runs: it goes on until nothing is due. */
  function sendDue(): Promise<void> {
    underWay ??= run().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      const batch = await storage.write(takeDue)
      if (batch === undefined) return
      const outcomes = await Promise.all(batch.map(attempt))
      await storage.write(async (transaction) => {
        for (const settle of outcomes) await settle(transaction)
      })
    }
  }

  /** A try is counted before it is made: what ends the program in the middle of it is not tried for ever. */
  async function takeDue(transaction: Transaction): Promise<readonly OutboxRow[] | undefined> {
    const now = nowText()
    const due = await transaction.outboxDue(now, AT_ONCE)
    const taken: OutboxRow[] = []
    for (const { number, ...row } of due) {
      const message = readOutboxMessage({ number, ...row })
      if (message.isGivenUp || message.to === null || !isSendable(message, now)) {
        await cleanUp(transaction, number, message, now)
        continue
      }
      const tries = message.tries + 1
      const next = outboxRow(number, nowText(PAUSES[tries - 1] ?? LONGEST_SLEEP), { ...message, tries })
      await transaction.changeOutbox(next)
      taken.push(next)
    }
    return due.length === 0 ? undefined : taken
  }

  /** A message to nobody has served; of one that comes too late the text goes; of what was given up nothing stays for ever. */
  async function cleanUp(transaction: Transaction, number: number, message: OutboxMessage, now: string): Promise<void> {
    const until = new Date(Date.parse(message.madeAt) + KEPT_MILLISECONDS).toISOString()
    if (message.to === null || until <= now) await transaction.deleteOutbox(number)
    else await transaction.changeOutbox(outboxRow(number, until, { ...message, text: null, isGivenUp: true }))
  }

  /** Gives what is to be written of it. */
  async function attempt({ number, dueAt, value }: OutboxRow): Promise<(transaction: Transaction) => Promise<unknown>> {
    const message = readOutboxMessage({ number, dueAt, value })
    const { id, to, subject, tries } = message
    try {
      const text = keyring.open(message.text ?? '', aboutLetter(id))
      if (text === undefined) throw new DeliveryFailed('sealed under a key that is not here', true)
      await deliver({ id, to: to ?? '', subject, text })
      return (transaction) => transaction.deleteOutbox(number)
    } catch (error) {
      const { message: problem, isFinal } =
        error instanceof DeliveryFailed ? error : new DeliveryFailed('unknown', false)
      const isGivenUp = isFinal || tries > PAUSES.length || !isSendable(message, dueAt)
      log.error({ letter: id, tries, problem }, isGivenUp ? 'a letter was given up' : 'a letter could not be sent yet')
      const until = message.goodUntil ?? new Date(Date.parse(message.madeAt) + KEPT_MILLISECONDS).toISOString()
      const next = outboxRow(number, isGivenUp ? until : dueAt, { ...message, problem, isGivenUp })
      return (transaction) => transaction.changeOutbox(next)
    }
  }

  function wakeIn(milliseconds: number): void {
    const at = performance.now() + milliseconds
    // A person who comes later does not put off what waits: messages that keep coming would never leave.
    if (!isStarted || isStopping || at >= wakesAt) return
    clearTimeout(timer)
    wakesAt = at
    timer = setTimeout(() => void sendAndSleep(), milliseconds)
    timer.unref()
  }

  async function sendAndSleep(): Promise<void> {
    wakesAt = Infinity
    try {
      await sendDue()
      const [next] = await storage.database.outboxDue(LAST, 1)
      wakeIn(
        next === undefined ? LONGEST_SLEEP : Math.min(LONGEST_SLEEP, Math.max(0, Date.parse(next.dueAt) - clock())),
      )
    } catch (error) {
      log.error({ err: error }, 'the outbox could not be read or written')
      wakeIn(MINUTE)
    }
  }

  return {
    async send(transaction, { to, subject, text, goodUntil }: MailMessage) {
      const madeAt = nowText()
      const id = newId(madeAt)
      const sealed = keyring.seal(text, aboutLetter(id))
      const fresh = { tries: 0, problem: null, isGivenUp: false }
      const message = { id, to, subject, text: sealed, madeAt, goodUntil: goodUntil ?? null, ...fresh }
      await transaction.appendOutbox({ dueAt: madeAt, value: message })
      wakeIn(GATHER_MILLISECONDS)
    },
    wake: () => wakeIn(0),
    sendDue,
    start() {
      isStarted = true
      wakeIn(0)
    },
    async stop() {
      isStopping = true
      clearTimeout(timer)
      const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MILLISECONDS).unref())
      await Promise.race([underWay?.catch(() => {}), late])
    },
  }
}

/** Later than whatever is due. */
const LAST = '9999'

function aboutLetter(id: string): string {
  return `letter ${id}`
}
