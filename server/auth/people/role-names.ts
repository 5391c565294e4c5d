// Finds a role by its name or label, and says which roles there are when there is none.
import type { FieldError } from '#shared/decisions/decision.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import { wordsOf } from '#shared/fields/choice.ts'
import type { Model } from '#shared/model/model.ts'
import type { PeopleBody } from '#shared/protocol/people.ts'

/** "service desk agent", "Service desk agent" → the name under which the role is kept. */
export function findRole({ roles }: Model, written: string): string | undefined {
  if (roles.has(written)) return written
  const wanted = written.trim().toLowerCase()
  return [...roles].find(([, { name }]) => name.label.toLowerCase() === wanted)?.[0]
}

/** Lists the roles that a person can be given. A role that follows from a record can't be given. */
export function rolesToGive({ entities }: Model): PeopleBody['roles'] {
  const type = entities.get('Person')?.fields.get('roles')?.type
  return type === undefined ? [] : wordsOf(type).map(({ word, label }) => ({ role: word, label }))
}

/** `known`: those that the caller may know. */
export function unknownRole({ roles }: Model, role: string, known: readonly string[]): FieldError {
  const labels = known.map((each) => roles.get(each)?.name.label ?? each)
  return known.length === 0
    ? fieldError('roles', 'unknown_role', { role })
    : fieldError('roles', 'unknown_role_here', { role, known: { names: labels, by: 'and' } })
}
