// Who may give which roles: nobody gives what he may not give, nobody raises himself, and an account goes with its address.
import { ADMINISTRATOR } from '#shared/decisions/actor.ts'
import { refusal } from '#shared/decisions/8-errors.ts'
import type { Actor, FieldError } from '#shared/decisions/decision.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Model } from '#shared/model/model.ts'
import { Refused } from '../refused.ts'
import type { Work } from './work.ts'
import { invalid } from './work.ts'

/** Judges what a person sends for a record of Person, before it is written; `before` is undefined when it is created. */
export function guardPerson(
  work: Work,
  before: RecordValue | undefined,
  values: { readonly [field: string]: unknown },
): void {
  const { actor } = work.acting
  const { model } = work.running
  if (actor.system) return
  if ('roles' in values) {
    const wanted = rolesIn(values['roles'])
    const unknown = wanted.filter((role) => role !== ADMINISTRATOR && !model.roles.has(role))
    if (unknown.length > 0)
      throw invalid(
        work,
        unknown.map((role): FieldError => ({
          field: 'roles',
          code: 'unknown_role',
          message: `There is no role ${role}.`,
        })),
      )
    const held = rolesIn(before?.['roles'])
    const changed = [...wanted.filter((role) => !held.includes(role)), ...held.filter((role) => !wanted.includes(role))]
    const refused = changed.filter((role) => !mayGive(model, actor, role))
    const isSelf = before !== undefined && before.id === actor.person?.id
    if (refused.length > 0 || (isSelf && changed.length > 0 && !actor.administrator)) {
      throw new Refused(
        refusal(model, 'not_allowed', {
          entity: 'Person',
          cites: model.access.grantsCite,
          remedy: sayGivers(model, refused),
        }),
      )
    }
  }
  // Whoever could rename or shut out an administrator could become one.
  const touchesAccount = 'email' in values || 'active' in values
  if (touchesAccount && rolesIn(before?.['roles']).includes(ADMINISTRATOR) && !actor.administrator) {
    throw new Refused(
      refusal(model, 'not_allowed', {
        entity: 'Person',
        cites: model.access.grantsCite,
        remedy: 'Administrators are changed by administrators.',
      }),
    )
  }
}

/** May this person give that role to others (and take it from them)? */
export function mayGive(model: Model, actor: Actor, role: string): boolean {
  return actor.administrator || actor.roles.some((own) => model.access.mayGive.get(own)?.includes(role) ?? false)
}

export function rolesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function sayGivers(model: Model, roles: readonly string[]): string {
  const [role] = roles
  if (role === undefined) return 'Somebody else can change your roles.'
  const givers = [...model.access.mayGive]
    .filter(([, given]) => given.includes(role))
    .map(([giver]) => model.roles.get(giver)?.name.label ?? giver)
  return `${model.roles.get(role)?.name.label ?? role} is given by ${[...givers, 'an administrator'].join(' or ')}.`
}
