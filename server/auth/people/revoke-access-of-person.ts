// Revokes all sessions and API tokens of a person, by an administrator.
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { ActorContext, RecordsDependencies } from '../../records/records-dependencies.ts'
import { revokeAccess } from '../sessions/revoke-access.ts'
import { requireReauthentication } from '../sessions/require-reauthentication.ts'
import { requireAdministrator, refused } from '../../policy/refused.ts'

export async function revokeAccessOfPerson(
  { storage, current }: RecordsDependencies,
  { actor, now, session, byToken }: ActorContext,
  person: string,
): Promise<void> {
  const { model, revision } = current.running
  requireAdministrator(model, actor)
  if (byToken === true) throw refused('not_by_token')
  const by = actor.person?.id ?? null
  await storage.write(async (transaction) => {
    await requireReauthentication(transaction, session, now)
    if ((await transaction.record('Person', person)) === undefined) throw refused('not_found')
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
