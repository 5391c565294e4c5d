// Finds the line of the document that decides about accounts, roles and limits.
// Where no line decides, it is the header of the grants.
import type { Citation, Model } from '../model/model.ts'
import { ADMINISTRATOR } from './actor.ts'
import type { Actor } from './actor.ts'

export function signUpCitation({ accountPolicy }: Model): Citation {
  return accountPolicy.cites.signUp ?? accountPolicy.grantsCite
}

export function signInCitation({ accountPolicy }: Model): Citation {
  return accountPolicy.cites.signIn ?? accountPolicy.grantsCite
}

/**
 * Finds the citation for giving a role: the lines of the actor's own roles first, then those of other roles that may
 * give it.
 */
export function roleGivingCitation({ accountPolicy }: Model, actor: Actor, roles: readonly string[]): Citation {
  const lines = [...accountPolicy.cites.mayGive]
  const own = lines.find(([giver]) => actor.roles.includes(giver))
  const others = lines.find(([giver]) => roles.some((role) => accountPolicy.mayGive.get(giver)?.includes(role)))
  return (own ?? others)?.[1] ?? accountPolicy.grantsCite
}

/** Reports whether people with the role let others in, or raise them: Administrator, and any role that may give one, itself or by what it includes. */
export function mayGiveRoles({ accountPolicy, roles }: Model, role: string): boolean {
  if (role === ADMINISTRATOR) return true
  return (roles.get(role)?.includes ?? []).some((each) => (accountPolicy.mayGive.get(each) ?? []).length > 0)
}

/**
 * Finds the line that refuses an actor to which no grant applies. For administrators it may be the line that gives
 * them no data.
 */
export function nothingGrantedCitation({ accountPolicy }: Model, actor: Actor): Citation {
  const line =
    actor.administrator && !accountPolicy.administratorsReadData ? accountPolicy.cites.administrators : undefined
  return line ?? accountPolicy.grantsCite
}

/** A limit that the application itself obeys, where point 9 gives it. */
export function limitCitation(
  { limits }: Model,
  name: 'requests' | 'sign_in_attempts' | 'storage_per_person',
): { readonly cites?: Citation } {
  const cites = limits.get(name)?.cite
  return cites === undefined ? {} : { cites }
}
