// Says which roles somebody or a token has, an administrator's too.
import type { Model } from '#shared/model/model.ts'
import { ADMINISTRATOR } from '#shared/policy/actor.ts'
import { labelRoles } from '../data/actor-name.ts'
import { say } from '../words/say.ts'

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
