// Lets an administrator view as another person or role: read-only, and always audited.
import { unknownRole } from '../people/role-names.ts'
import { sayRemedy } from '#shared/refusals/remedies.ts'
import { ADMINISTRATOR, anonymous, makeActor, actorWithRoles } from '#shared/policy/actor.ts'
import { nothingGrantedCitation } from '#shared/policy/account-citations.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Model } from '#shared/model/model.ts'
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { ActorContext, RecordsDependencies } from '../../records/records-dependencies.ts'
import { rolesIn } from '../../policy/roles-in.ts'
import type { SystemRow } from '../../storage/system-row.ts'
import { addressKey } from '../address-key.ts'
import type { ClientInfo } from '../client-info.ts'
import type { Actor } from '#shared/policy/actor.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import type { Refused } from '../../policy/refused.ts'
import { requireAdministrator, refused, refusedFields } from '../../policy/refused.ts'

/**
 * The target of a view: a person with their permissions at each moment, or nobody in particular with exactly these
 * roles.
 */
export type ViewAs = { readonly person: string } | { readonly roles: readonly string[] }

/** Marks the session, so that it ends with the session at the latest. Another view of the same session is ended first. */
export async function startViewing(
  { storage, current }: RecordsDependencies,
  { actor, now }: ActorContext,
  session: string,
  wanted: ViewAs,
  client: ClientInfo,
): Promise<void> {
  const { model, revision } = current.running
  requireAdministrator(model, actor)
  if (!mayView(model, actor)) throw refused('not_allowed', {}, { cites: nothingGrantedCitation(model, actor) })
  if ('roles' in wanted) checkRoles(model, wanted.roles)
  const by = actor.person?.id ?? null
  await storage.write(async (transaction) => {
    const row = await transaction.system('session', session)
    if (row === undefined || row.person !== by) throw refused('not_signed_in')
    if ('person' in wanted) checkPerson(model, await transaction.record('Person', wanted.person))
    await transaction.putSystem('session', { ...row, value: { ...row.value, view_as: wanted } })
    await appendAudit(transaction, {
      event: 'view_as_started',
      at: now,
      by,
      subject: 'person' in wanted ? wanted.person : null,
      detail: { ...('roles' in wanted ? { roles: wanted.roles } : {}), until: row.expiresAt },
      address: addressKey(client.address),
      revision,
    })
  })
}

/** Takes the mark off the session; one that has none is left as it is. */
export async function stopViewing(
  { storage, current }: RecordsDependencies,
  now: string,
  session: string,
  client: ClientInfo,
): Promise<void> {
  await storage.write(async (transaction) => {
    const row = await transaction.system('session', session)
    const viewing = row === undefined ? undefined : viewingIn(row)
    if (row === undefined || viewing === undefined) return
    const { view_as: _, ...value } = row.value
    await transaction.putSystem('session', { ...row, value })
    await appendAudit(transaction, {
      event: 'view_as_ended',
      at: now,
      by: row.person,
      subject: 'person' in viewing ? viewing.person : null,
      detail: {},
      address: addressKey(client.address),
      revision: current.running.revision,
    })
  })
}

/** Reads the view from a session's row. */
export function viewingIn({ value }: SystemRow): ViewAs | undefined {
  return value['view_as'] as ViewAs | undefined
}

/**
 * Returns the actor that is viewed at this moment. A person who is gone, shut out or meanwhile an administrator is
 * viewed as anonymous.
 */
export async function viewedActor({ storage, current }: RecordsDependencies, viewing: ViewAs): Promise<Actor> {
  const { model } = current.running
  if ('roles' in viewing) return actorWithRoles(model, viewing.roles)
  const person = await storage.database.record('Person', viewing.person)
  return person === undefined || isAdministrator(person) ? anonymous : makeActor(model, person)
}

/** Administrators who may not read data may not read it as another person either. */
export function mayView({ accountPolicy }: Model, actor: Actor): boolean {
  return actor.administrator && accountPolicy.administratorsReadData
}

function checkPerson(model: Model, person: RecordValue | undefined): void {
  if (person === undefined || person['active'] === false)
    throw refusedFields('invalid', [fieldError('person', 'nobody_to_view_as')])
  if (isAdministrator(person)) throw ofAdministrator(model)
}

function checkRoles(model: Model, roles: readonly string[]): void {
  const unknown = roles.find((role) => !model.roles.has(role))
  if (roles.length === 0) throw refusedFields('invalid', [fieldError('roles', 'role_required')])
  if (unknown === ADMINISTRATOR) throw ofAdministrator(model)
  if (unknown !== undefined) throw refusedFields('invalid', [unknownRole(model, unknown, [...model.roles.keys()])])
}

function ofAdministrator(model: Model): Refused {
  const remedy = sayRemedy(model.settings.language, 'administrators_viewed')
  return refused('not_allowed', {}, { cites: model.accountPolicy.grantsCite, remedy })
}

function isAdministrator(person: RecordValue): boolean {
  return rolesIn(person['roles']).includes(ADMINISTRATOR)
}
