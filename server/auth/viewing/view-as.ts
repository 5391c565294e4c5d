// An administrator sees the application as another person or role does: with that person's rights, without any write, always noted.
import { ADMINISTRATOR, anonymous, makeActor, someoneWith } from '#shared/decisions/actor.ts'
import { nothingGrantedCite } from '#shared/decisions/6-accounts.ts'
import { refusal } from '#shared/decisions/8-errors.ts'
import type { Actor } from '#shared/decisions/decision.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Model } from '#shared/model/model.ts'
import { appendAudit } from '../../records/audit/append-audit.ts'
import type { Acting, RecordsDependencies } from '../../records/dependencies.ts'
import { Refused, requireAdministrator } from '../../records/refused.ts'
import { rolesIn } from '../../records/work/guard-person.ts'
import type { SystemRow } from '../../storage/storage.ts'
import { addressKey } from '../attempts.ts'
import type { From } from '../from.ts'

/** Of a person: as he is at each moment. Of roles: nobody in particular who has these and nothing else. */
export type ViewAs = { readonly person: string } | { readonly roles: readonly string[] }

/** Marks the session, so that it ends with the session at the latest. Another view of the same session is ended first. */
export async function startViewing(
  { storage, current }: RecordsDependencies,
  { actor, now }: Acting,
  session: string,
  wanted: ViewAs,
  from: From,
): Promise<void> {
  const { model, revision } = current.running
  requireAdministrator(model, actor)
  if (!mayView(model, actor))
    throw new Refused(refusal(model, 'not_allowed', { cites: nothingGrantedCite(model, actor) }))
  if ('roles' in wanted) checkRoles(model, wanted.roles)
  const by = actor.person?.id ?? null
  await storage.write(async (transaction) => {
    const row = await transaction.system('session', session)
    if (row === undefined || row.person !== by) throw new Refused(refusal(model, 'not_signed_in'))
    if ('person' in wanted) checkPerson(model, await transaction.record('Person', wanted.person))
    await transaction.putSystem('session', { ...row, value: { ...row.value, view_as: wanted } })
    await appendAudit(transaction, {
      event: 'view_as_started',
      at: now,
      by,
      subject: 'person' in wanted ? wanted.person : null,
      detail: { ...('roles' in wanted ? { roles: wanted.roles } : {}), until: row.expiresAt },
      address: addressKey(from.address),
      revision,
    })
  })
}

/** Takes the mark off the session; one that has none is left as it is. */
export async function stopViewing(
  { storage, current }: RecordsDependencies,
  now: string,
  session: string,
  from: From,
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
      address: addressKey(from.address),
      revision: current.running.revision,
    })
  })
}

/** What a session's row says of it. */
export function viewingIn({ value }: SystemRow): ViewAs | undefined {
  return value['view_as'] as ViewAs | undefined
}

/** Who is seen at this moment. A person who is gone, shut out or an administrator by now is seen as nobody. */
export async function viewedActor({ storage, current }: RecordsDependencies, viewing: ViewAs): Promise<Actor> {
  const { model } = current.running
  if ('roles' in viewing) return someoneWith(model, viewing.roles)
  const person = await storage.reader.record('Person', viewing.person)
  return person === undefined || isAdministrator(person) ? anonymous : makeActor(model, person)
}

/** Where administrators have no data, they have none through other people's eyes either. */
export function mayView({ access }: Model, actor: Actor): boolean {
  return actor.administrator && access.administratorsReadData
}

function checkPerson(model: Model, person: RecordValue | undefined): void {
  if (person === undefined || person['active'] === false)
    throw wrong(model, 'person', 'not_found', 'There is no such person who could sign in.')
  if (isAdministrator(person)) throw ofAdministrator(model)
}

function checkRoles(model: Model, roles: readonly string[]): void {
  const unknown = roles.find((role) => !model.roles.has(role))
  if (roles.length === 0) throw wrong(model, 'roles', 'required', 'At least one role is needed.')
  if (unknown === ADMINISTRATOR) throw ofAdministrator(model)
  if (unknown !== undefined) throw wrong(model, 'roles', 'unknown_role', `There is no role ${unknown}.`)
}

function wrong(model: Model, field: string, code: string, message: string): Refused {
  return new Refused(refusal(model, 'invalid', { errors: [{ field, code, message }] }))
}

function ofAdministrator(model: Model): Refused {
  const remedy = 'Administrators are not viewed as.'
  return new Refused(refusal(model, 'not_allowed', { cites: model.access.grantsCite, remedy }))
}

function isAdministrator(person: RecordValue): boolean {
  return rolesIn(person['roles']).includes(ADMINISTRATOR)
}
