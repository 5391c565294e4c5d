// Who may give which roles, and who may change administrators: nobody gives what he may not give, and nobody raises himself, not through effects either.
import { ADMINISTRATOR } from '#shared/decisions/actor.ts'
import { givingCite, mayGiveRoles } from '#shared/decisions/6-accounts.ts'
import { refusal } from '#shared/decisions/8-errors.ts'
import type { Actor, FieldError } from '#shared/decisions/decision.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Model } from '#shared/model/model.ts'
import type { HistoryEntry } from '../../storage/storage.ts'
import { Refused } from '../refused.ts'
import type { Work } from './work.ts'
import { invalid } from './work.ts'

/** Judges what a person sends for a record of Person, before it is written; `before` is undefined when it is created. */
export async function guardPerson(
  work: Work,
  before: RecordValue | undefined,
  values: { readonly [field: string]: unknown },
): Promise<void> {
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
          cites: givingCite(model, actor, refused),
          remedy: sayGivers(model, refused),
        }),
      )
    }
  }
  guardAddress(work, before, values, () => true)
  await guardAdministrator(work, before, values)
}

/** With another's address one could take over the account: only who may give each of their roles changes it. One's own is one's own. */
function guardAddress(
  work: Work,
  before: RecordValue | undefined,
  { email }: { readonly [field: string]: unknown },
  counts: (role: string) => boolean,
): void {
  const { model } = work.running
  const { actor } = work.acting
  const isOther = before !== undefined && before.id !== actor.person?.id
  if (!isOther || email === undefined || email === before['email']) return
  const held = rolesIn(before['roles']).filter((role) => model.roles.has(role) && counts(role))
  const beyond = held.filter((role) => !mayGive(model, actor, role))
  const [first] = beyond
  if (first === undefined) return
  const remedy = `Their address is changed by themselves, or by whoever may give their roles. ${sayGivers(model, beyond)}`
  throw new Refused(
    refusal(model, 'not_allowed', { entity: 'Person', cites: givingCite(model, actor, beyond), remedy }),
  )
}

/** Whoever could rename or shut out an administrator could become one. */
async function guardAdministrator(
  work: Work,
  before: RecordValue | undefined,
  values: { readonly [field: string]: unknown },
): Promise<void> {
  if (!isAdministrator(before)) return
  if (('email' in values || 'active' in values) && !work.acting.actor.administrator)
    throw byAnother(work, 'Administrators are changed by administrators.')
  const steps = values['active'] === false || ('roles' in values && !rolesIn(values['roles']).includes(ADMINISTRATOR))
  if (steps) await keepAdministrator(work, before)
}

/**
 * The same for what was done to a person's record by whatever way. An effect has the document's authority and is not asked for
 * rights; yet nobody takes over an administrator's account through one, nor leaves the application without any.
 */
export async function guardHistory(
  work: Work,
  { record, event, changes }: Pick<HistoryEntry, 'record' | 'event' | 'changes'>,
): Promise<void> {
  if (work.acting.actor.system || event === 'created' || event === 'restored') return
  const after = await work.transaction.record('Person', record, { trash: true })
  if (after === undefined) return
  const held = { ...after, roles: changes['roles']?.[0] ?? after['roles'] }
  if (event === 'deleted') await guardRemoval(work, held)
  else {
    const values = Object.fromEntries(Object.entries(changes).map(([field, [, value]]) => [field, value]))
    // The document may say that addresses are changed; of those who give roles it can't.
    guardAddress(work, { ...held, email: changes['email']?.[0] ?? null }, values, (role) =>
      mayGiveRoles(work.running.model, role),
    )
    await guardAdministrator(work, held, values)
  }
}

/** Judges the removal of a person's record. */
export async function guardRemoval(work: Work, before: RecordValue): Promise<void> {
  const { actor } = work.acting
  if (actor.system || !isAdministrator(before)) return
  if (!actor.administrator) throw byAnother(work, 'Administrators are removed by administrators.')
  await keepAdministrator(work, before)
}

/** An administrator is shut out by another one who is still there when it happens: so there is always one left. */
async function keepAdministrator(work: Work, before: RecordValue | undefined): Promise<void> {
  const own = work.acting.actor.person?.id
  const remaining = own === undefined || own === before?.id ? undefined : await work.transaction.record('Person', own)
  if (remaining === undefined || remaining['active'] === false || !isAdministrator(remaining))
    throw byAnother(work, 'Another administrator can do this, so that one is always left.')
}

function isAdministrator(person: RecordValue | undefined): boolean {
  return rolesIn(person?.['roles']).includes(ADMINISTRATOR)
}

function byAnother(work: Work, remedy: string): Refused {
  const { model } = work.running
  return new Refused(refusal(model, 'not_allowed', { entity: 'Person', cites: model.access.grantsCite, remedy }))
}

/** May this person give that role to others (and take it from them)? */
export function mayGive(model: Model, actor: Actor, role: string): boolean {
  return actor.administrator || actor.roles.some((own) => model.access.mayGive.get(own)?.includes(role) ?? false)
}

export function rolesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}

/** The remedy of whoever may not give them. */
export function sayGivers(model: Model, roles: readonly string[]): string {
  const [role] = roles
  if (role === undefined) return 'Somebody else can change your roles.'
  const givers = [...model.access.mayGive]
    .filter(([, given]) => given.includes(role))
    .map(([giver]) => model.roles.get(giver)?.name.label ?? giver)
  return `${model.roles.get(role)?.name.label ?? role} is given by ${[...givers, 'an administrator'].join(' or ')}.`
}
