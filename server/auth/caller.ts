// Who makes a request: the person of the token that it shows, as that person is at this moment.
import { anonymous, makeActor } from '#shared/decisions/actor.ts'
import type { Actor } from '#shared/decisions/decision.ts'
import type { RecordsDependencies } from '../records/dependencies.ts'
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
 * Two look-ups by key and no write. Nothing is remembered between requests: a session that was ended, a role that was taken away,
 * an account that is no longer active counts from the next request on. Undefined: the token is not, or no longer, good.
 */
export async function identify(
  dependencies: RecordsDependencies,
  credentials: Credentials,
  now: string,
): Promise<Caller | undefined> {
  const key = keyOf(credentials.secret)
  const { storage, current } = dependencies
  const session = await storage.reader.system('session', key)
  if (session === undefined || session.person === null) return undefined
  if (session.expiresAt !== null && session.expiresAt <= now) return undefined
  const person = await storage.reader.record('Person', session.person)
  if (person === undefined || person['active'] === false) return undefined
  const actor = makeActor(current.running.model, person)
  return { actor, session: { key, secret: credentials.secret }, byCookie: credentials.byCookie }
}
