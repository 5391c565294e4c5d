// Labels the roles that an administrator can give.
import type { PeopleBody } from '#shared/protocol/people.ts'

export type Roles = PeopleBody['roles']

export function labelsOf(roles: Roles, given: readonly string[]): readonly string[] {
  return given.map((role) => roles.find((each) => each.role === role)?.label ?? role)
}
