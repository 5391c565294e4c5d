// Requires re-authentication before a passkey is added or removed.
import type { Model } from '#shared/model/model.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { DatabaseHandle } from '../../storage/database-handle.ts'
import { secondFactorLine } from '../second-factor/second-factor-requirement.ts'
import { secondFactorOf } from '../second-factor/second-factor.ts'
import { requireBothFactors, requireReauthentication } from '../sessions/require-reauthentication.ts'

/** Both factors are required if there is a second factor, which a first factor must not be enough to change. */
export async function requireReauthenticationForPasskeys(
  database: DatabaseHandle,
  model: Model,
  actor: Actor,
  session: string | undefined,
  now: string,
): Promise<void> {
  const person = actor.person?.id ?? ''
  const isSecond =
    (await secondFactorOf(database, person)) !== undefined ||
    (secondFactorLine(model, actor) !== undefined && (await database.systemOf('passkey', person)).length > 0)
  await (isSecond ? requireBothFactors : requireReauthentication)(database, session, now)
}
