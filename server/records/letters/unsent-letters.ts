// Letters that could not be sent: administrators see them, have one sent again, or leave it be.
import type { LetterItem } from '#shared/protocol/letters.ts'
import type { OutboxRow, Transaction } from '../../storage/storage.ts'
import { appendAudit } from '../audit/append-audit.ts'
import type { Acting, RecordsDependencies } from '../dependencies.ts'
import { Refused, requireAdministrator } from '../refused.ts'
import { notFound } from '../work/rights.ts'
import type { Mail } from './mail.ts'
import { isSendable, letterIn, outboxRow } from './outbox-letter.ts'

type Dependencies = Pick<RecordsDependencies, 'storage' | 'current'> & { readonly mail?: Mail | undefined }

const MOST_LISTED = 200

/** Those whose first try is still to come, or under way, are not among them. */
export async function listUnsentLetters(dependencies: Dependencies, acting: Acting): Promise<readonly LetterItem[]> {
  requireAdministrator(dependencies.current.running.model, acting.actor)
  const rows = await dependencies.storage.reader.outbox(MOST_LISTED)
  return rows.filter(isUnsent).map((row) => {
    const { to, subject, madeAt, tries, problem, isGivenUp, ...letter } = letterIn(row)
    return {
      id: String(row.number),
      to: to ?? '',
      subject,
      madeAt,
      tries,
      problem,
      nextTryAt: isGivenUp ? null : row.dueAt,
      isSendable: isSendable(letter, acting.now),
    }
  })
}

/** At once, and then as often as a new one is tried. */
export async function sendAgain(dependencies: Dependencies, acting: Acting, id: string): Promise<void> {
  await changeUnsent(dependencies, acting, id, 'letter_sent_again', async (transaction, row) => {
    const letter = letterIn(row)
    if (!isSendable(letter, acting.now)) throw tooOld()
    await transaction.changeOutbox(outboxRow(row.number, acting.now, { ...letter, tries: 0, isGivenUp: false }))
  })
  dependencies.mail?.wake()
}

export function dismissLetter(dependencies: Dependencies, acting: Acting, id: string): Promise<void> {
  return changeUnsent(dependencies, acting, id, 'letter_dismissed', (transaction, { number }) =>
    transaction.deleteOutbox(number),
  )
}

async function changeUnsent(
  dependencies: Dependencies,
  acting: Acting,
  id: string,
  event: 'letter_sent_again' | 'letter_dismissed',
  change: (transaction: Transaction, row: OutboxRow) => Promise<unknown>,
): Promise<void> {
  requireAdministrator(dependencies.current.running.model, acting.actor)
  const { storage, current } = dependencies
  const { model, revision } = current.running
  await storage.write(async (transaction) => {
    const row = /^\d{1,15}$/.test(id) ? await transaction.outboxRow(Number(id)) : undefined
    if (row === undefined || !isUnsent(row)) throw notFound(model)
    await change(transaction, row)
    const by = acting.actor.person?.id ?? null
    await appendAudit(transaction, { event, at: acting.now, by, detail: { letter: id }, revision })
  })
}

function isUnsent(row: OutboxRow): boolean {
  const { to, problem, isGivenUp } = letterIn(row)
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
