// Seals messages into the outbox, and sends them as jobs: retries failures, and gives up after the last.
import type { Clock } from '../clock.ts'
import type { LinkedMailChoice, MailContent, MailMessage, Mail } from '../records/mail/mail.ts'
import type { Notice } from '../records/mail/notification-mail.ts'
import type { OutboxMessage } from '../records/mail/outbox-message.ts'
import { isSendable, readOutboxMessage } from '../records/mail/outbox-message.ts'
import type { Job } from '../storage/job.ts'
import { retryPause } from './retry.ts'
import type { JobHandler, SettleJob } from './runner.ts'
import { toMoment } from './runner.ts'
import type { DeliverMessage } from './smtp-delivery.ts'
import { DeliveryFailed } from './smtp-delivery.ts'

export interface OutboxDependencies {
  /** Texts hold links, which are credentials: what lies in the database is of no use without the key. */
  readonly keyring: {
    seal(text: string, about: string): string
    open(sealed: string, about: string): string | undefined
  }
  readonly deliver: DeliverMessage
  readonly clock: Clock
  readonly newId: (now: string) => string
  readonly log: { error(fields: object, message: string): void }
  /** Random share from 0 to 1 for the jitter of pauses. Without it there is no jitter. */
  readonly random?: () => number
}

export interface Outbox extends Mail {
  readonly handler: JobHandler
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Milliseconds for which administrators see messages that were given up. */
const KEPT_MILLISECONDS = 30 * 24 * HOUR

/** Messages on their way at once. */
const AT_ONCE = 4

export function createOutbox({ keyring, deliver, clock, newId, log, random }: OutboxDependencies): Outbox {
  async function run(job: Job): Promise<SettleJob> {
    const message = readOutboxMessage(job)
    const now = toMoment(clock.now())
    if (job.isDead || message.to === null || !isSendable(message, now)) return cleanUp(job, message, now)
    return attempt(job, message, message.to)
  }

  async function attempt(job: Job, { id, ...message }: OutboxMessage, to: string): Promise<SettleJob> {
    try {
      const text = keyring.open(message.text ?? '', sealContextOf(id))
      const subject = readSubject({ id, ...message })
      if (text === undefined || subject === undefined)
        throw new DeliveryFailed('sealed under a key that is not here', true)
      const { notices: _, ...content } = readContent(message, text)
      await deliver({ id, to, subject, ...content })
      return (transaction) => transaction.deleteJob(job.number)
    } catch (error) {
      const { message: problem, isFinal } =
        error instanceof DeliveryFailed ? error : new DeliveryFailed('unknown', false)
      const { tries } = job
      const pause = retryPause('mail', tries, random)
      const next = toMoment(clock.now() + (pause ?? 0))
      const isDead = isFinal || pause === undefined || !isSendable(message, next)
      log.error(
        { message: id, tries, problem },
        isDead ? 'gave up sending a message' : 'sending a message failed; it will be tried again',
      )
      const dueAt = isDead ? (message.goodUntil ?? keptUntil(message)) : next
      return (transaction) => transaction.changeJob({ ...job, dueAt, problem, isDead })
    }
  }

  /** Older messages have it in the open. */
  function readSubject({ id, subject, isJson }: Pick<OutboxMessage, 'id' | 'subject' | 'isJson'>): string | undefined {
    return isJson === true ? keyring.open(subject, subjectContextOf(id)) : subject
  }

  function noticesOf(job: Job): readonly Notice[] {
    const message = readOutboxMessage(job)
    const text = keyring.open(message.text ?? '', sealContextOf(message.id))
    return text === undefined ? [] : (readContent(message, text).notices ?? [])
  }

  return {
    async send(transaction, message: MailMessage) {
      const { to, gathered, goodUntil } = message
      const madeAt = toMoment(clock.now())
      const key = gathered === undefined ? null : `${gathered.event} ${to ?? ''}`
      const earlier = key === null ? undefined : await transaction.jobNamed('mail', key)
      // One that is on its way already is not written into.
      const before = earlier?.tries === 0 ? earlier : undefined
      const id = before === undefined ? newId(madeAt) : readOutboxMessage(before).id
      const notices = [...(before === undefined ? [] : noticesOf(before)), ...(gathered?.notices ?? [])]
      const { subject, text, html, unsubscribe } = gathered === undefined ? message : gathered.compose(notices)
      const content: Content = { text, html, unsubscribe, notices }
      const sealed = keyring.seal(JSON.stringify(content), sealContextOf(id))
      const about = keyring.seal(subject, subjectContextOf(id))
      const value = { id, to, subject: about, text: sealed, isJson: true, madeAt, goodUntil: goodUntil ?? null }
      const named = earlier === before ? key : null
      const fresh = { about: null, key: named, tries: 0, problem: null, isDead: false }
      await transaction.putJob({ kind: 'mail', dueAt: madeAt, ...fresh, value })
    },
    readSubject,
    sealChoice: (choice) => keyring.seal(JSON.stringify(choice), CHOICE).replaceAll(':', '.'),
    openChoice(secret) {
      try {
        const opened = keyring.open(secret.replaceAll('.', ':'), CHOICE)
        return opened === undefined ? undefined : (JSON.parse(opened) as LinkedMailChoice)
      } catch {
        // It was changed, or sealed for something else.
        return undefined
      }
    },
    handler: { kind: 'mail', atOnce: AT_ONCE, run },
  }
}

/** The sealed content of a message. */
interface Content extends Omit<MailContent, 'subject'> {
  readonly notices?: readonly Notice[]
}

/** Older messages are only their text. */
function readContent({ isJson }: Pick<OutboxMessage, 'isJson'>, opened: string): Content {
  return isJson === true ? (JSON.parse(opened) as Content) : { text: opened }
}

/** A message to nobody has served; of one that comes too late the text goes; of what was given up nothing stays for ever. */
function cleanUp(job: Job, message: OutboxMessage, now: string): SettleJob {
  const until = keptUntil(message)
  // It was looked at, and not tried.
  const tries = job.tries - 1
  return (transaction) =>
    message.to === null || until <= now
      ? transaction.deleteJob(job.number)
      : transaction.changeJob({ ...job, tries, dueAt: until, isDead: true, value: { ...message, text: null } })
}

function keptUntil({ madeAt }: Pick<OutboxMessage, 'madeAt'>): string {
  return toMoment(Date.parse(madeAt) + KEPT_MILLISECONDS)
}

function sealContextOf(id: string): string {
  return `letter ${id}`
}

function subjectContextOf(id: string): string {
  return `subject ${id}`
}

const CHOICE = 'choice of mail'
