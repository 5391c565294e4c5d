// Requires a recent sign-in before a role is given that may itself give roles.
import { mayGiveRoles } from '#shared/policy/account-citations.ts'
import type { Model } from '#shared/model/model.ts'
import type { ActorContext } from '../../records/records-dependencies.ts'
import type { DatabaseHandle } from '../../storage/database-handle.ts'
import { requireReauthentication } from '../sessions/require-reauthentication.ts'
import { refused } from '../../policy/refused.ts'

/** Nobody becomes an administrator in passing: not by a program, and not by a session that was left open somewhere. */
export async function proveToGive(
  database: DatabaseHandle,
  model: Model,
  { actor, session, now, byToken }: ActorContext,
  roles: readonly string[],
): Promise<void> {
  if (actor.system || !roles.some((role) => mayGiveRoles(model, role))) return
  if (byToken === true) throw refused('not_by_token')
  await requireReauthentication(database, session, now)
}
