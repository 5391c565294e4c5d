// Refuses changes of people that give roles which the actor may not give, or affect administrators.
import { sayRemedy } from '#shared/refusals/remedies.ts'
import { joinByOr } from '#shared/text/phrase.ts'
import { ADMINISTRATOR } from '#shared/policy/actor.ts'
import { roleGivingCitation, mayGiveRoles } from '#shared/policy/account-citations.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Model } from '#shared/model/model.ts'
import type { HistoryEntry } from '../../storage/history-entry.ts'
import type { CommandContext } from '../../records/write/command-context.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import type { Refused } from '../../policy/refused.ts'
import { refusedFields, refused } from '../../policy/refused.ts'
import { rolesIn } from '../../policy/roles-in.ts'

/** Validates a write of a record of Person, before it is written; `before` is undefined when it is created. */
export async function guardPerson(
  context: CommandContext,
  before: RecordValue | undefined,
  values: { readonly [field: string]: unknown },
): Promise<void> {
  const { actor } = context.actorContext
  const { model } = context.running
  if (actor.system) return
  if ('roles' in values) {
    const wanted = rolesIn(values['roles'])
    const unknown = wanted.filter((role) => role !== ADMINISTRATOR && !model.roles.has(role))
    if (unknown.length > 0)
      throw refusedFields(
        'invalid',
        unknown.map((role) => fieldError('roles', 'unknown_role', { role })),
      )
    const held = rolesIn(before?.['roles'])
    const changed = [...wanted.filter((role) => !held.includes(role)), ...held.filter((role) => !wanted.includes(role))]
    const beyond = changed.filter((role) => !mayGive(model, actor, role))
    const isSelf = before !== undefined && before.id === actor.person?.id
    if (beyond.length > 0 || (isSelf && changed.length > 0 && !actor.administrator)) {
      throw refused(
        'not_allowed',
        {},
        { entity: 'Person', cites: roleGivingCitation(model, actor, beyond), remedy: sayGivers(model, beyond) },
      )
    }
  }
  guardAddress(context, before, values, () => true)
  await guardAdministrator(context, before, values)
}

/** With another's address one could take over the account: only who may give each of their roles changes it. One's own is one's own. */
function guardAddress(
  context: CommandContext,
  before: RecordValue | undefined,
  { email }: { readonly [field: string]: unknown },
  counts: (role: string) => boolean,
): void {
  const { model } = context.running
  const { actor } = context.actorContext
  const isOther = before !== undefined && before.id !== actor.person?.id
  if (!isOther || email === undefined || email === before['email']) return
  const held = rolesIn(before['roles']).filter((role) => model.roles.has(role) && counts(role))
  const beyond = held.filter((role) => !mayGive(model, actor, role))
  const [first] = beyond
  if (first === undefined) return
  const remedy = sayRemedy(model.settings.language, 'own_address', { givers: sayGivers(model, beyond) })
  throw refused('not_allowed', {}, { entity: 'Person', cites: roleGivingCitation(model, actor, beyond), remedy })
}

/** A person who could rename or shut out an administrator could become one. */
async function guardAdministrator(
  context: CommandContext,
  before: RecordValue | undefined,
  values: { readonly [field: string]: unknown },
): Promise<void> {
  if (!isAdministrator(before)) return
  const steps = values['active'] === false || ('roles' in values && !rolesIn(values['roles']).includes(ADMINISTRATOR))
  const isChanged = 'email' in values || 'active' in values || steps
  if (isChanged && !context.actorContext.actor.administrator) throw byAnother(context, 'administrators_changed')
  if (steps) await keepAdministrator(context, before)
}

/**
 * Guards changes of a person's record, however they were made. An effect has the document's authority and skips the
 * policy, but even an effect must not take over an administrator's account or leave the application without an
 * administrator.
 */
export async function guardHistory(
  context: CommandContext,
  { record, event, changes }: Pick<HistoryEntry, 'record' | 'event' | 'changes'>,
): Promise<void> {
  if (context.actorContext.actor.system || event === 'created' || event === 'restored') return
  const after = await context.transaction.record('Person', record, { trash: true })
  if (after === undefined) return
  const held = { ...after, roles: changes['roles']?.[0] ?? after['roles'] }
  if (event === 'deleted') await guardRemoval(context, held)
  else {
    const values = Object.fromEntries(Object.entries(changes).map(([field, [, value]]) => [field, value]))
    // The document may say that addresses are changed; of those who give roles it can't.
    guardAddress(context, { ...held, email: changes['email']?.[0] ?? null }, values, (role) =>
      mayGiveRoles(context.running.model, role),
    )
    await guardAdministrator(context, held, values)
  }
}

/** Validates the deletion of a record of Person. */
export async function guardRemoval(context: CommandContext, before: RecordValue): Promise<void> {
  const { actor } = context.actorContext
  if (actor.system || !isAdministrator(before)) return
  if (!actor.administrator) throw byAnother(context, 'administrators_removed')
  await keepAdministrator(context, before)
}

/** An administrator is shut out by another one who is still there when it happens: so there is always one left. */
async function keepAdministrator(context: CommandContext, before: RecordValue | undefined): Promise<void> {
  const own = context.actorContext.actor.person?.id
  const remaining =
    own === undefined || own === before?.id ? undefined : await context.transaction.record('Person', own)
  if (remaining === undefined || remaining['active'] === false || !isAdministrator(remaining))
    throw byAnother(context, 'last_administrator')
}

function isAdministrator(person: RecordValue | undefined): boolean {
  return rolesIn(person?.['roles']).includes(ADMINISTRATOR)
}

function byAnother(
  context: CommandContext,
  name: 'administrators_changed' | 'administrators_removed' | 'last_administrator',
): Refused {
  const { model } = context.running
  const remedy = sayRemedy(model.settings.language, name)
  return refused('not_allowed', {}, { entity: 'Person', cites: model.accountPolicy.grantsCite, remedy })
}

/** May this person give that role to others (and take it from them)? */
export function mayGive(model: Model, actor: Actor, role: string): boolean {
  return actor.administrator || actor.roles.some((own) => model.accountPolicy.mayGive.get(own)?.includes(role) ?? false)
}

const AN_ADMINISTRATOR = { says: { en: 'an administrator', de: 'ein Administrator' } }

/** The remedy of a person who may not give them. */
export function sayGivers(model: Model, roles: readonly string[]): string {
  const { language } = model.settings
  const [role] = roles
  if (role === undefined) return sayRemedy(language, 'other_roles')
  const givers = [...model.accountPolicy.mayGive]
    .filter(([, given]) => given.includes(role))
    .map(([giver]) => model.roles.get(giver)?.name.label ?? giver)
  return sayRemedy(language, 'givers', {
    givers: joinByOr([...givers, AN_ADMINISTRATOR]),
    role: model.roles.get(role)?.name.label ?? role,
  })
}
