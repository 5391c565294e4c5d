// Lists, resends and dismisses messages that could not be sent, for administrators.
import type { UnsentMessageItem } from '#shared/protocol/unsent-mail.ts'
import type { Job } from '../../storage/job.ts'
import type { Transaction } from '../../storage/transaction.ts'
import { appendAudit } from '../audit/append-audit.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { isSendable, readOutboxMessage } from './outbox-message.ts'
import { refused, requireAdministrator } from '../../policy/refused.ts'

type Dependencies = Pick<RecordsDependencies, 'storage' | 'current' | 'mail'>

const MOST_LISTED = 200

/** Lists messages that could not be sent. A message whose first try is still to come, or under way, is not among them. */
export async function listUnsentMail(
  dependencies: Dependencies,
  actorContext: ActorContext,
): Promise<readonly UnsentMessageItem[]> {
  const { model } = dependencies.current.running
  requireAdministrator(model, actorContext.actor)
  // A subject may quote a record.
  const readsSubjects = model.accountPolicy.administratorsReadData
  const jobs = await dependencies.storage.database.newestJobs('mail', MOST_LISTED)
  return jobs.filter(isUnsent).map((job) => {
    const message = readOutboxMessage(job)
    const { to, madeAt } = message
    const subject = readsSubjects ? dependencies.mail?.readSubject(message) : undefined
    const { tries, problem } = job
    return {
      id: String(job.number),
      to: to ?? '',
      subject: subject ?? null,
      madeAt,
      tries,
      problem,
      nextTryAt: job.isDead ? null : job.dueAt,
      isSendable: isSendable(message, actorContext.now),
    }
  })
}

/** Sends the message again at once, and then retries it as often as a new one. */
export async function resendMail(dependencies: Dependencies, actorContext: ActorContext, id: string): Promise<void> {
  await changeUnsent(dependencies, actorContext, id, 'mail_sent_again', async (transaction, job) => {
    if (!isSendable(readOutboxMessage(job), actorContext.now)) throw refused('mail_expired')
    await transaction.changeJob({ ...job, dueAt: actorContext.now, tries: 0, isDead: false })
  })
}

export function dismissMail(dependencies: Dependencies, actorContext: ActorContext, id: string): Promise<void> {
  return changeUnsent(dependencies, actorContext, id, 'mail_dismissed', (transaction, { number }) =>
    transaction.deleteJob(number),
  )
}

async function changeUnsent(
  dependencies: Dependencies,
  actorContext: ActorContext,
  id: string,
  event: 'mail_sent_again' | 'mail_dismissed',
  change: (transaction: Transaction, job: Job) => Promise<unknown>,
): Promise<void> {
  requireAdministrator(dependencies.current.running.model, actorContext.actor)
  const { storage, current } = dependencies
  const { revision } = current.running
  await storage.write(async (transaction) => {
    const job = /^\d{1,15}$/.test(id) ? await transaction.job(Number(id)) : undefined
    if (job === undefined || !isUnsent(job)) throw refused('not_found')
    await change(transaction, job)
    const by = actorContext.actor.person?.id ?? null
    await appendAudit(transaction, { event, at: actorContext.now, by, detail: { mail: id }, revision })
  })
}

function isUnsent(job: Job): boolean {
  return job.kind === 'mail' && readOutboxMessage(job).to !== null && (job.problem !== null || job.isDead)
}
