// Lists webhooks with what became of them; resends or dismisses those that failed, for administrators.
import type { DeliveryItem } from '#shared/protocol/deliveries.ts'
import type { Job } from '../../storage/job.ts'
import type { Transaction } from '../../storage/transaction.ts'
import { requireAdministrator, refused } from '../../policy/refused.ts'
import { appendAudit } from '../audit/append-audit.ts'
import { titleFor } from '../messages/message-values.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { readWebhookJob } from './webhook-job.ts'
import { sayJobProblem } from '../timers/job-problem.ts'

type Dependencies = Pick<RecordsDependencies, 'storage' | 'current'>

const MOST_LISTED = 200

/** The newest first; those that were given up first of all. */
export async function listDeliveries(
  dependencies: Dependencies,
  actorContext: ActorContext,
): Promise<readonly DeliveryItem[]> {
  const { storage, current } = dependencies
  requireAdministrator(current.running.model, actorContext.actor)
  const failed = await storage.database.jobsBy('webhook', 'dead', MOST_LISTED)
  const newest = await storage.database.newestJobs('webhook', MOST_LISTED)
  const others = newest.filter(({ isDead }) => !isDead)
  return Promise.all([...failed, ...others].map((job) => itemOf(dependencies, actorContext, job)))
}

/**
 * Sends the webhook again at once under the same id, and then retries it as often as a new one. It does not wait for
 * any other.
 */
export function resendDelivery(dependencies: Dependencies, actorContext: ActorContext, id: string): Promise<void> {
  return changeFailed(dependencies, actorContext, id, 'webhook_sent_again', (transaction, job) =>
    transaction.changeJob({ ...job, dueAt: actorContext.now, tries: 0, isDead: false }),
  )
}

export function dismissDelivery(dependencies: Dependencies, actorContext: ActorContext, id: string): Promise<void> {
  return changeFailed(dependencies, actorContext, id, 'webhook_dismissed', (transaction, { number }) =>
    transaction.deleteJob(number),
  )
}

async function changeFailed(
  { storage, current }: Dependencies,
  { actor, now }: ActorContext,
  id: string,
  event: 'webhook_sent_again' | 'webhook_dismissed',
  change: (transaction: Transaction, job: Job) => Promise<unknown>,
): Promise<void> {
  const { model, revision } = current.running
  requireAdministrator(model, actor)
  await storage.write(async (transaction) => {
    const job = /^\d{1,15}$/.test(id) ? await transaction.job(Number(id)) : undefined
    // One on its way is not touched: nobody knows what its receiver has.
    if (job?.kind !== 'webhook' || (!job.isDead && job.problem === null)) throw refused('not_found')
    if (event === 'webhook_sent_again' && !readWebhookJob(job).isSendable) throw refused('not_found')
    await change(transaction, job)
    const { id: webhook, about } = readWebhookJob(job)
    const detail = { webhook, entity: about?.entity ?? '' }
    const by = actor.person?.id ?? null
    await appendAudit(transaction, { event, at: now, by, subject: about?.record ?? null, detail, revision })
  })
}

async function itemOf(
  { storage, current: { running } }: Dependencies,
  actorContext: ActorContext,
  job: Job,
): Promise<DeliveryItem> {
  const { id: webhook, about, status, body: _, hops: __, ...value } = readWebhookJob(job)
  const policyContext = { database: storage.database, storage, running, now: actorContext.now }
  const isKnown = about !== null && running.model.entities.has(about.entity)
  const title = isKnown
    ? await titleFor(policyContext, actorContext, actorContext.actor, about.entity, about.record)
    : ''
  const { tries, problem, isDead } = job
  const isDelivered = value.deliveredAt !== null
  return {
    id: String(job.number),
    webhook,
    ...value,
    url: withoutCredentials(value.url),
    entity: about?.entity ?? null,
    record: about?.record ?? null,
    title: title ?? '',
    tries,
    status: isDelivered ? 'delivered' : isDead ? 'failed' : problem === null ? 'waiting' : 'retrying',
    response: status,
    problem: sayJobProblem(problem, running.model.settings.language),
    nextTryAt: isDelivered || isDead ? null : job.dueAt,
  }
}

/** Takes name and password out of an address, which one that an earlier version queued may hold. */
function withoutCredentials(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  if (url.username === '' && url.password === '') return address
  url.username = ''
  url.password = ''
  return url.href
}
