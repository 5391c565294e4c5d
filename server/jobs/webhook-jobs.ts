// Sends webhooks as jobs: retried for a day with growing pauses, in order per record, given up visibly.
import type { Clock } from '../clock.ts'
import type { WebhookJob } from '../records/webhooks/webhook-job.ts'
import { readWebhookJob } from '../records/webhooks/webhook-job.ts'
import type { Job } from '../storage/job.ts'
import { retryPause } from './retry.ts'
import type { JobHandler, SettleJob } from './runner.ts'
import { toMoment } from './runner.ts'
import type { DeliverWebhook, WebhookResult } from './webhook-delivery.ts'

export interface WebhookJobsDependencies {
  readonly deliver: DeliverWebhook
  readonly clock: Clock
  readonly log: { error(fields: object, message: string): void }
  /** Random share from 0 to 1 for the jitter of pauses. Without it there is no jitter. */
  readonly random?: () => number
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A receiver may ask for a longer pause, up to this. */
const LONGEST_WISH = 8 * HOUR
/**
 * Milliseconds for which administrators see webhooks that were delivered (`DELIVERED_KEPT`) and those that were given
 * up (`DEAD_KEPT`).
 */
const DELIVERED_KEPT = 7 * DAY
const DEAD_KEPT = 30 * DAY
/** On their way at once. */
const AT_ONCE = 8
/** So long nothing more is sent to a host that did not answer; then one webhook tries whether it is back. */
const AWAY = 30 * SECOND

export function createWebhookJobs({ deliver, clock, log, random }: WebhookJobsDependencies): JobHandler {
  /** Hosts that did not answer, and until when they get nothing: others do not wait behind them. */
  const away = new Map<string, number>()

  async function run(job: Job): Promise<SettleJob> {
    const webhook = readWebhookJob(job)
    if (webhook.deliveredAt !== null || job.isDead) return cleanUp(job, webhook, clock.now())
    const { host } = new URL(webhook.url)
    const until = away.get(host)
    if (until !== undefined && until > clock.now()) return postpone(job, until)
    if (until !== undefined) away.set(host, clock.now() + AWAY)
    const result = await deliver(webhook)
    if (result.status === undefined && !result.isFinal) away.set(host, clock.now() + AWAY)
    else away.delete(host)
    return result.problem === undefined ? keepDelivered(job, webhook, result) : tryLater(job, webhook, result)
  }

  /** Marks a webhook as delivered: removes it from its queue and drops its body. */
  function keepDelivered(job: Job, webhook: WebhookJob, result: WebhookResult): SettleJob {
    const now = clock.now()
    const value = { ...webhook, ...seen(result), body: null, deliveredAt: toMoment(now) }
    const dueAt = toMoment(now + DELIVERED_KEPT)
    return (transaction) => transaction.changeJob({ ...job, queue: undefined, dueAt, problem: null, value })
  }

  function tryLater(job: Job, webhook: WebhookJob, result: WebhookResult): SettleJob {
    const { tries } = job
    const problem = result.problem ?? null
    const pause = retryPause('webhook', tries, random)
    const isDead = result.isFinal || pause === undefined
    // Each try is listed in the studio; the log has the first and the last.
    if (tries === 1 || isDead)
      log.error(
        { webhook: webhook.id, tries, problem },
        isDead ? 'gave up delivering a webhook' : 'delivering a webhook failed; it will be tried again',
      )
    const value = { ...webhook, ...seen(result) }
    const now = clock.now()
    if (isDead) {
      const dueAt = toMoment(Math.max(now, Date.parse(webhook.madeAt)) + DEAD_KEPT)
      return (transaction) => transaction.changeJob({ ...job, queue: undefined, dueAt, problem, isDead, value })
    }
    const wished = Math.min((result.retryAfter ?? 0) * SECOND, LONGEST_WISH)
    const dueAt = toMoment(now + Math.max(wished, pause))
    return (transaction) => transaction.changeJob({ ...job, dueAt, problem, value })
  }

  return { kind: 'webhook', atOnce: AT_ONCE, run }
}

function seen({
  status,
  milliseconds,
  isSigned,
}: WebhookResult): Pick<WebhookJob, 'status' | 'milliseconds' | 'isSigned'> {
  return { status: status ?? null, milliseconds, isSigned }
}

/** Postpones a job without counting a try. */
function postpone(job: Job, until: number): SettleJob {
  const tries = job.tries - 1
  return (transaction) => transaction.changeJob({ ...job, tries, dueAt: toMoment(until) })
}

/**
 * Cleans up a finished webhook. One that could not even be rendered is dead from the start, and is kept as long as
 * the others.
 */
function cleanUp(job: Job, { deliveredAt, madeAt }: WebhookJob, now: number): SettleJob {
  const until = deliveredAt === null ? Date.parse(madeAt) + DEAD_KEPT : 0
  // It was looked at, and not tried.
  const tries = job.tries - 1
  return (transaction) =>
    until <= now ? transaction.deleteJob(job.number) : transaction.changeJob({ ...job, tries, dueAt: toMoment(until) })
}
