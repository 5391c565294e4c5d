// Who makes a request: the person of the token that it shows, as that person is at this moment.
import { anonymous, makeActor } from '#shared/decisions/actor.ts'
import type { Actor } from '#shared/decisions/decision.ts'
import type { RunningDocument } from '../document/current.ts'
import type { RecordsDependencies } from '../records/dependencies.ts'
import { entityNamed } from '../records/work/rights.ts'
import type { Credentials } from './credentials.ts'
import { keyOf } from './token.ts'

export interface Caller {
  readonly actor: Actor
  /** The session's row, by its key; undefined: nobody is signed in. */
  readonly session: { readonly key: string; readonly secret: string } | undefined
  readonly byCookie: boolean
}

export const NOBODY: Caller = { actor: anonymous, session: undefined, byCookie: false }

/**
 * One look-up by key and no write. It tells whose session it is and which version that person's record has: what was worked out for
 * another version counts no longer, so a session that was ended, a role that was taken away, an account that is no longer active
 * count from the next request on. Undefined: the token is not, or no longer, good.
 */
export async function identify(
  dependencies: RecordsDependencies,
  credentials: Credentials,
  now: string,
): Promise<Caller | undefined> {
  const key = keyOf(credentials.secret)
  const { storage, current } = dependencies
  const { running } = current
  const holder = await storage.reader.holder('session', key)
  if (holder === undefined || (holder.expiresAt !== null && holder.expiresAt <= now)) return undefined
  const kept: { actor?: Actor | undefined } = isWhole(running)
    ? running.recent('actor', `${holder.person} ${holder.version}`, () => ({}))
    : {}
  kept.actor ??= await readActor(dependencies, running, holder.person)
  if (kept.actor === undefined) return undefined
  return { actor: kept.actor, session: { key, secret: credentials.secret }, byCookie: credentials.byCookie }
}

async function readActor(
  { storage }: RecordsDependencies,
  { model }: RunningDocument,
  id: string,
): Promise<Actor | undefined> {
  const person = await storage.reader.record('Person', id)
  return person === undefined || person['active'] === false ? undefined : makeActor(model, person)
}

/** Does all that is known of a person lie in the record, so that its version tells of every change? */
function isWhole(running: RunningDocument): boolean {
  return running.compiled('person is whole', '', () => ({
    is: [...entityNamed(running.model, 'Person').fields.values()].every(({ computed }) => computed?.stored !== false),
  })).is
}
