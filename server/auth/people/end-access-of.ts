// An administrator ends every session and token that a person has open; signing in anew is not prevented by it.
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { Acting, RecordsDependencies } from '../../records/dependencies.ts'
import { requireAdministrator } from '../../records/refused.ts'
import { notFound } from '../../records/work/rights.ts'
import { endAccess } from '../end-access.ts'

export async function endAccessOf(
  { storage, current }: RecordsDependencies,
  { actor, now }: Acting,
  person: string,
): Promise<void> {
  const { model, revision } = current.running
  requireAdministrator(model, actor)
  const by = actor.person?.id ?? null
  await storage.write(async (transaction) => {
    if ((await transaction.record('Person', person)) === undefined) throw notFound(model)
    const { length: count } = await transaction.systemOf('session', person)
    await endAccess(transaction, person)
    await appendAudit(transaction, {
      event: 'sessions_ended',
      at: now,
      by,
      subject: person,
      detail: { count },
      revision,
    })
  })
}
