// An administrator ends every session and token that a person has open; signing in anew is not prevented by it.
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { Acting, RecordsDependencies } from '../../records/dependencies.ts'
import { Refused, requireAdministrator } from '../../records/refused.ts'
import { notFound } from '../../records/work/rights.ts'
import { endAccess } from '../end-access.ts'
import { requireProof } from '../proof/require-proof.ts'
import { tokenRefused } from '../tokens/token-refused.ts'

export async function endAccessOf(
  { storage, current }: RecordsDependencies,
  { actor, now, session, byToken }: Acting,
  person: string,
): Promise<void> {
  const { model, revision } = current.running
  requireAdministrator(model, actor)
  if (byToken === true) throw new Refused(tokenRefused())
  const by = actor.person?.id ?? null
  await storage.write(async (transaction) => {
    await requireProof(transaction, session, now)
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
