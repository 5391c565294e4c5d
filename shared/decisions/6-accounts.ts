// Which lines of the document decide about accounts: settings of point 6 and limits of point 9; where it says nothing, the header of
// the grants, as of everything that nothing grants.
import type { Citation, Model } from '../model/model.ts'
import { ADMINISTRATOR } from './actor.ts'
import type { Actor } from './decision.ts'

export function signUpCite({ access }: Model): Citation {
  return access.cites.signUp ?? access.grantsCite
}

export function signInCite({ access }: Model): Citation {
  return access.cites.signIn ?? access.grantsCite
}

/** What the document says of giving this role: the lines of the actor's own roles first, then those of others. */
export function givingCite({ access }: Model, actor: Actor, roles: readonly string[]): Citation {
  const lines = [...access.cites.mayGive]
  const own = lines.find(([giver]) => actor.roles.includes(giver))
  const others = lines.find(([giver]) => roles.some((role) => access.mayGive.get(giver)?.includes(role)))
  return (own ?? others)?.[1] ?? access.grantsCite
}

/** With such a role people let others in, or raise them: Administrator, and any role that may give one, itself or by what it includes. */
export function mayGiveRoles({ access, roles }: Model, role: string): boolean {
  if (role === ADMINISTRATOR) return true
  return (roles.get(role)?.includes ?? []).some((each) => (access.mayGive.get(each) ?? []).length > 0)
}

/** What refuses an actor whom no grant lets in: for administrators it may be that they are to have no data. */
export function nothingGrantedCite({ access }: Model, actor: Actor): Citation {
  const line = actor.administrator && !access.administratorsReadData ? access.cites.administrators : undefined
  return line ?? access.grantsCite
}

/** A limit that the application itself obeys, where point 9 gives it. */
export function limitCite(
  { limits }: Model,
  name: 'requests' | 'sign_in_attempts' | 'storage_per_person',
): { readonly cites?: Citation } {
  const cites = limits.get(name)?.cite
  return cites === undefined ? {} : { cites }
}
