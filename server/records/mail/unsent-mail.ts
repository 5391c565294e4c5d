// Lists, resends and dismisses messages that could not be sent, for administrators.
import type { UnsentMessageItem } from '#shared/protocol/unsent-mail.ts'
import type { OutboxRow, Transaction } from '../../storage/storage.ts'
import { appendAudit } from '../audit/append-audit.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { Refused, requireAdministrator } from '../../policy/refused.ts'
import { notFound } from '../../policy/policy.ts'
import type { Mail } from './mail.ts'
import { isSendable, readOutboxMessage, outboxRow } from './outbox-message.ts'

type Dependencies = Pick<RecordsDependencies, 'storage' | 'current'> & { readonly mail?: Mail | undefined }

const MOST_LISTED = 200

/** Those whose first try is still to come, or under way, are not among them. */
export async function listUnsentMail(
  dependencies: Dependencies,
  actorContext: ActorContext,
): Promise<readonly UnsentMessageItem[]> {
  requireAdministrator(dependencies.current.running.model, actorContext.actor)
  const rows = await dependencies.storage.database.outbox(MOST_LISTED)
  return rows.filter(isUnsent).map((row) => {
    const { to, subject, madeAt, tries, problem, isGivenUp, ...message } = readOutboxMessage(row)
    return {
      id: String(row.number),
      to: to ?? '',
      subject,
      madeAt,
      tries,
      problem,
      nextTryAt: isGivenUp ? null : row.dueAt,
      isSendable: isSendable(message, actorContext.now),
    }
  })
}

/** At once, and then as often as a new one is tried. */
export async function resendMail(dependencies: Dependencies, actorContext: ActorContext, id: string): Promise<void> {
  await changeUnsent(dependencies, actorContext, id, 'letter_sent_again', async (transaction, row) => {
    const message = readOutboxMessage(row)
    if (!isSendable(message, actorContext.now)) throw tooOld()
    await transaction.changeOutbox(outboxRow(row.number, actorContext.now, { ...message, tries: 0, isGivenUp: false }))
  })
  dependencies.mail?.wake()
}

export function dismissMail(dependencies: Dependencies, actorContext: ActorContext, id: string): Promise<void> {
  return changeUnsent(dependencies, actorContext, id, 'letter_dismissed', (transaction, { number }) =>
    transaction.deleteOutbox(number),
  )
}

async function changeUnsent(
  dependencies: Dependencies,
  actorContext: ActorContext,
  id: string,
  event: 'letter_sent_again' | 'letter_dismissed',
  change: (transaction: Transaction, row: OutboxRow) => Promise<unknown>,
): Promise<void> {
  requireAdministrator(dependencies.current.running.model, actorContext.actor)
  const { storage, current } = dependencies
  const { model, revision } = current.running
  await storage.write(async (transaction) => {
    const row = /^\d{1,15}$/.test(id) ? await transaction.outboxRow(Number(id)) : undefined
    if (row === undefined || !isUnsent(row)) throw notFound(model)
    await change(transaction, row)
    const by = actorContext.actor.person?.id ?? null
    await appendAudit(transaction, { event, at: actorContext.now, by, detail: { letter: id }, revision })
  })
}

function isUnsent(row: OutboxRow): boolean {
  const { to, problem, isGivenUp } = readOutboxMessage(row)
  return to !== null && (problem !== null || isGivenUp)
}

function tooOld(): Refused {
  return new Refused({
    code: 'letter_too_old',
    status: 409,
    message: 'The link in this letter is no longer good: nobody could use it.',
    errors: [],
    remedy: 'Whoever needs it asks anew, or you make a link by hand.',
  })
}
