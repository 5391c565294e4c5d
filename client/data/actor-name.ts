// Names the actor: a person by name, viewed roles by their labels.
import type { Model } from '#shared/model/model.ts'
import type { SessionBody } from '#shared/protocol/session.ts'

/** Undefined: nobody is signed in, or an administrator views as somebody who can no longer sign in. */
export function actorName(model: Model, { person, viewing }: SessionBody): string | undefined {
  if (viewing !== undefined && 'roles' in viewing.as) return labelRoles(model, viewing.as.roles)
  return person?.name
}

/** "Agent, People team" */
export function labelRoles(model: Model, roles: readonly string[]): string {
  return roles.map((role) => model.roles.get(role)?.name.label ?? role).join(', ')
}
