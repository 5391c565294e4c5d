// Names the actor: a person by name, viewed roles by their labels.
import type { Model } from '#shared/model/model.ts'
import { ADMINISTRATOR } from '#shared/policy/actor.ts'
import type { SessionBody } from '#shared/protocol/session.ts'
import { say } from '../words/say.ts'

/** Undefined: nobody is signed in, or an administrator views as somebody who can no longer sign in. */
export function actorName(model: Model, { person, viewing }: SessionBody): string | undefined {
  if (viewing !== undefined && 'roles' in viewing.as) return labelRoles(model, viewing.as.roles)
  return person?.name
}

/** "Agent, People team" */
export function labelRoles(model: Model, roles: readonly string[]): string {
  return roles.map((role) => model.roles.get(role)?.name.label ?? role).join(', ')
}

interface Holder {
  readonly roles: readonly string[]
  readonly administrator: boolean
}

/** ["Administrator", "Director"] */
export function labelAllRoles(model: Model, { roles, administrator }: Holder): readonly string[] {
  const own = roles.filter((role) => role !== ADMINISTRATOR).map((role) => labelRoles(model, [role]))
  return administrator ? [say('Administrator'), ...own] : own
}

export function sayOwnRoles(model: Model, holder: Holder): string {
  const all = labelAllRoles(model, holder)
  if (all.length === 0) return say('You have no role here yet.')
  const roles = all.join(', ')
  return all.length === 1 ? say('Role: {roles}', { roles }) : say('Roles: {roles}', { roles })
}
