// Finds and makes up the people that the author of a trial takes on, and begins their sessions.
import { ADMINISTRATOR, systemActor } from '#shared/policy/actor.ts'
import type { TrialActor, TrialAuthor, TrialData, TrialPerson } from '#shared/protocol/trial.ts'
import { accountRow } from '../auth/account.ts'
import { createToken } from '../auth/token.ts'
import { rolesToGive } from '../auth/people/role-names.ts'
import { entityNamed } from '../policy/policy.ts'
import { rolesIn } from '../policy/roles-in.ts'
import { findRecords } from '../records/read/find-records.ts'
import type { RecordsDependencies } from '../records/records-dependencies.ts'
import { sampleCommands } from '../sample-commands.ts'
import type { DatabaseHandle } from '../storage/database-handle.ts'
import { validValue } from '../verify/valid-values.ts'
import type { ChosenActor } from './trial-work.ts'
import { TrialRefused } from './trial-work.ts'

export interface TrialPeople {
  /** The person that the trial begins as. */
  readonly first: ChosenActor
  readonly roles: readonly { readonly role: string; readonly label: string }[]
  find(search: string): Promise<readonly TrialPerson[]>
  choose(actor: TrialActor): Promise<ChosenActor>
}

interface TrialPeopleOptions {
  readonly author: TrialAuthor
  readonly data: TrialData
  readonly folder: string
  /** RFC 3339. */
  readonly now: () => string
}

const NOBODY: ChosenActor = { person: null, secret: null }
/** Sessions of a trial end with it, and have been proven just now, however far its clock is moved. */
const FAR_AHEAD = '9999-12-31T00:00:00.000Z'
const MOST_FOUND = 50

/** Tells whether the address is one of an administrator other than the author: in a copy nobody sees what is theirs. */
export async function isOtherAdministrator(database: DatabaseHandle, email: string, author: string): Promise<boolean> {
  const person = await database.recordByFolded('Person', 'email', email)
  return person !== undefined && person.id !== author && rolesIn(person['roles']).includes(ADMINISTRATOR)
}

export async function createTrialPeople(
  dependencies: RecordsDependencies,
  { author, data, folder, now }: TrialPeopleOptions,
): Promise<TrialPeople> {
  const { storage, current } = dependencies
  const commands = sampleCommands(dependencies, folder)
  const isCopy = data === 'copy'
  const all = rolesToGive(current.running.model)
  const roles = all.filter(({ role }) => role !== ADMINISTRATOR)

  async function makeUp(name: string, email: string, role: string): Promise<string> {
    const known = await storage.database.recordByFolded('Person', 'email', email)
    if (known !== undefined) return known.id
    const values: { [field: string]: unknown } = { name, email, roles: [role] }
    for (const [field, declared] of entityNamed(current.running.model, 'Person').fields) {
      const { required, standard, computed } = declared
      if (required !== true || standard || computed !== undefined || declared.default !== undefined) continue
      values[field] ??= validValue(declared, 1, now())
    }
    try {
      const id = await commands.create({ actor: systemActor, now: now() }, 'Person', values)
      await storage.write((transaction) => transaction.putSystem('account', accountRow(email, id, undefined, now())))
      return id
    } catch (error) {
      const refusal = commands.sayRefusal(error)
      if (refusal === undefined) throw error
      const problem = [refusal.message, ...refusal.errors.map(({ message }) => message)].join(' ')
      throw new TrialRefused('trial_role_refused', { problem })
    }
  }

  async function begin(person: string): Promise<ChosenActor> {
    const { secret, key } = createToken()
    const value = { id: dependencies.newId(now()), created_at: now(), client: '', strong: true }
    const proven = { proven_at: FAR_AHEAD, second_proven_at: FAR_AHEAD }
    await storage.write((transaction) =>
      transaction.putSystem('session', { key, person, expiresAt: null, value: { ...value, ...proven } }),
    )
    return { person, secret }
  }

  const personOf = (role: string, label: string): Promise<string> =>
    makeUp(
      label.charAt(0).toUpperCase() + label.slice(1),
      `trial.${role.replaceAll('_', '.')}@example.com`.toLowerCase(),
      role,
    )

  if (data === 'empty')
    for (const { role, label } of roles)
      // A person who can't be made up says so when they are chosen.
      await personOf(role, label).catch((error: unknown) => {
        if (!(error instanceof TrialRefused)) throw error
      })
  const own = isCopy ? author.id : await makeUp(author.name, author.email, ADMINISTRATOR)
  return {
    first: await begin(own),
    roles,
    async find(search) {
      const part = JSON.stringify(search.toLowerCase())
      const filter = `lower(name).contains(${part}) or lower(email).contains(${part})`
      const found = await findRecords(dependencies, { actor: systemActor, now: now() }, 'Person', {
        ...(search === '' ? {} : { filter }),
        sort: 'name',
        limit: MOST_FOUND,
        count: false,
      })
      const labels = new Map(all.map(({ role, label }) => [role, label]))
      return found.items.flatMap((text) => {
        const { id, name, email, roles: held, active } = JSON.parse(text) as { readonly [field: string]: unknown }
        const person = { id: String(id), name: String(name), email: String(email) }
        if (active === false || (isCopy && person.id !== author.id && rolesIn(held).includes(ADMINISTRATOR))) return []
        return [{ ...person, roles: rolesIn(held).map((role) => labels.get(role) ?? role) }]
      })
    },
    async choose(actor) {
      if ('nobody' in actor) return NOBODY
      if ('role' in actor) {
        const role = roles.find((each) => each.role === actor.role)
        if (role === undefined) throw new TrialRefused('nobody_to_view_as')
        return begin(await personOf(role.role, role.label))
      }
      const person = await storage.database.record('Person', actor.person)
      const isHidden =
        person === undefined ||
        person['active'] === false ||
        (isCopy && person.id !== author.id && rolesIn(person['roles']).includes(ADMINISTRATOR))
      if (isHidden) throw new TrialRefused('nobody_to_view_as')
      return begin(person.id)
    },
  }
}
