// Finds the caller of a request: the person of its session or API token, at this moment.
import { makeActor } from '#shared/policy/actor.ts'
import type { Citation } from '#shared/model/model.ts'
import type { RunningDocument } from '../document/current-document.ts'
import { followDocument } from '../document/follow-document.ts'
import type { RecordsDependencies } from '../records/records-dependencies.ts'
import { entityNamed } from '../policy/policy.ts'
import type { SystemRow } from '../storage/system-row.ts'
import type { Caller } from './caller.ts'
import { withEnrolment } from './caller.ts'
import type { ShownToken } from './sessions/cookies.ts'
import { secondFactorLine } from './second-factor/second-factor-requirement.ts'
import { mayView, viewedActor, viewingIn } from './viewing/view-as.ts'
import { isApiToken } from './token.ts'
import { recordUse } from './tokens/record-use.ts'
import { actorOfToken, newTokenCacheEntry, resolveApiToken } from './tokens/resolve-api-token.ts'
import type { Actor } from '#shared/policy/actor.ts'

/**
 * One look-up by key and no write. It tells whose session it is and which version that person's record has: what was worked out for
 * another version counts no longer, so a session that was ended, a role that was taken away, an account that is no longer active
 * count from the next request on. The revision of the document in force comes from the same look, and runs from here on. Undefined: the token is not, or no longer, good.
 */
export async function findCaller(
  dependencies: RecordsDependencies,
  credentials: ShownToken,
  now: string,
): Promise<Caller | undefined> {
  const { key } = credentials
  const isProgram = isApiToken(credentials.secret)
  const table = isProgram ? 'token' : 'session'
  const { storage, current } = dependencies
  const holder = await storage.database.holder(table, key)
  if (holder === undefined || (holder.expiresAt !== null && holder.expiresAt <= now)) return undefined
  await followDocument(dependencies, holder.revisionInForce)
  const { running } = current
  const kept = cachedCaller(running, holder.person, holder.version)
  kept.actor ??= await readActor(dependencies, running, holder.person)
  if (kept.actor === undefined) return undefined
  kept.line ??= { cites: secondFactorLine(running.model, kept.actor) }
  const { actor, line } = kept
  if (isProgram) {
    const token = await resolveApiToken(dependencies, running.recent('token', key, newTokenCacheEntry), key)
    if (token === undefined) return undefined
    await recordUse(dependencies, 'token', token, now)
    const acting = actorOfToken(running.model, actor, token)
    const hasNoneOfRoles = hasNoRole(acting) && !hasNoRole(actor)
    const whole = { actor: acting, session: undefined, byCookie: false, byToken: true, hasNoneOfRoles }
    return token.isStrong ? whole : withEnrolment(whole, actor, line.cites)
  }
  // Most need no more than that: what stands in the row is read where it matters.
  const row = line.cites !== undefined || actor.administrator ? await storage.database.system(table, key) : undefined
  const whole = { actor, session: { key, secret: credentials.secret }, byCookie: credentials.byCookie }
  if (line.cites === undefined || row?.value['strong'] === true)
    return row === undefined ? whole : withView(dependencies, whole, row)
  return withEnrolment(whole, actor, line.cites)
}

function hasNoRole({ roles, administrator }: Actor): boolean {
  return roles.length === 0 && !administrator
}

/** A person who may no longer view as another is back in their own session. */
async function withView(dependencies: RecordsDependencies, whole: Caller, row: SystemRow): Promise<Caller> {
  const { actor, session } = whole
  const viewing = session === undefined ? undefined : viewingIn(row)
  if (viewing === undefined || !mayView(dependencies.current.running.model, actor)) return whole
  return { ...whole, actor: await viewedActor(dependencies, viewing), viewing: { by: actor, as: viewing } }
}

/** Worked out for one version of a person's record, under one document. */
interface CachedCaller {
  actor?: Actor | undefined
  line?: { readonly cites: Citation | undefined }
}

async function readActor(
  { storage }: RecordsDependencies,
  { model }: RunningDocument,
  id: string,
): Promise<Actor | undefined> {
  const person = await storage.database.record('Person', id)
  return person === undefined || person['active'] === false ? undefined : makeActor(model, person)
}

/**
 * Returns the cached values for the latest version that a request has met. Another version starts with an empty
 * cache.
 */
function cachedCaller(running: RunningDocument, person: string, version: number): CachedCaller {
  if (!isWhole(running)) return {}
  const versions = running.recent(
    'callers',
    person,
    (): { latest?: CachedCaller & { readonly version: number } } => ({}),
  )
  if (versions.latest?.version !== version) versions.latest = { version }
  return versions.latest
}

/** Does all that is known of a person lie in the record, so that its version tells of every change? */
function isWhole(running: RunningDocument): boolean {
  return running.compiled('person is whole', '', () => ({
    is: [...entityNamed(running.model, 'Person').fields.values()].every(({ computed }) => computed?.stored !== false),
  })).is
}
