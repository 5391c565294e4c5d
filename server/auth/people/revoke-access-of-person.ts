// Revokes all sessions and API tokens of a person, by an administrator.
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { ActorContext, RecordsDependencies } from '../../records/records-dependencies.ts'
import { Refused, requireAdministrator } from '../../policy/refused.ts'
import { notFound } from '../../policy/not-found.ts'
import { revokeAccess } from '../sessions/revoke-access.ts'
import { requireReauthentication } from '../sessions/require-reauthentication.ts'
import { tokenRefused } from '../tokens/token-refused.ts'

export async function revokeAccessOfPerson(
  { storage, current }: RecordsDependencies,
  { actor, now, session, byToken }: ActorContext,
  person: string,
): Promise<void> {
  const { model, revision } = current.running
  requireAdministrator(model, actor)
  if (byToken === true) throw new Refused(tokenRefused())
  const by = actor.person?.id ?? null
  await storage.write(async (transaction) => {
    await requireReauthentication(transaction, session, now)
    if ((await transaction.record('Person', person)) === undefined) throw notFound(model)
    const { length: count } = await transaction.systemOf('session', person)
    await revokeAccess(transaction, person)
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
