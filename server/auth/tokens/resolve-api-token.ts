// Resolves an API token to its actor: the chosen roles that the person still has.
import type { Model } from '#shared/model/model.ts'
import type { RecordsDependencies } from '../../records/records-dependencies.ts'
import { rolesIn } from '../../policy/roles-in.ts'
import type { Actor } from '#shared/policy/actor.ts'

/**
 * A resolved API token. The choices for a token never change, so they are read once; whether the token still exists
 * is checked at each request.
 */
export interface ResolvedToken {
  readonly key: string
  readonly roles: readonly string[]
  readonly administrator: boolean
  /** Made in a session with two factors. */
  readonly isStrong: boolean
  /** Milliseconds since 1970; 0: never. */
  lastUsed: number
  /** Actor of the token, computed for one state of its person. */
  acting?: { readonly of: Actor; readonly actor: Actor }
}

export interface TokenCacheEntry {
  token?: ResolvedToken
}

export function newTokenCacheEntry(): TokenCacheEntry {
  return {}
}

/** Undefined: it has ended just now. */
export async function resolveApiToken(
  { storage }: RecordsDependencies,
  kept: TokenCacheEntry,
  key: string,
): Promise<ResolvedToken | undefined> {
  if (kept.token !== undefined) return kept.token
  const value = (await storage.database.system('token', key))?.value
  if (value === undefined) return undefined
  kept.token = {
    key,
    roles: rolesIn(value['roles']),
    administrator: value['administrator'] === true,
    isStrong: value['strong'] === true,
    lastUsed: typeof value['last_used_at'] === 'string' ? Date.parse(value['last_used_at']) : 0,
  }
  return kept.token
}

/** `actor`: the token's person with all their present roles. */
export function actorOfToken(model: Model, actor: Actor, token: ResolvedToken): Actor {
  if (token.acting?.of === actor) return token.acting.actor
  const included = new Set(token.roles.flatMap((role) => model.roles.get(role)?.includes ?? []))
  const administrator = actor.administrator && token.administrator
  // The document may ask for `me.roles`: they are those of the token.
  const person = actor.person && {
    ...actor.person,
    roles: rolesIn(actor.person['roles']).filter((role) =>
      model.roles.has(role) ? included.has(role) : administrator,
    ),
  }
  const roles = actor.roles.filter((role) => included.has(role))
  token.acting = { of: actor, actor: { person, roles, administrator, system: actor.system } }
  return token.acting.actor
}
