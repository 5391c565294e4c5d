// Keeps the views of lists that people save: for themselves, or shared with a role.
import { conflictOf, makeRefusal } from '#shared/decisions/8-errors.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { SystemRow } from '../../storage/system-row.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import { Refused } from '../../policy/refused.ts'

/** A saved view names what it shows and decides nothing: its filter runs under the policy of the actor who opens it. */
export interface SavedView {
  readonly id: string
  /** Key of the screen whose list it is of. */
  readonly screen: string
  readonly name: string
  /** The list's parameters, as they stand in its address: `status=open&sort=-priority`. */
  readonly query: string
  /** The role whose people see it too; null: nobody else. */
  readonly role: string | null
  readonly own: boolean
}

export type NewSavedView = Pick<SavedView, 'screen' | 'name' | 'query' | 'role'>

export const LONGEST_VIEW_NAME = 60
export const LONGEST_VIEW_QUERY = 2_000
export const MOST_OWN_VIEWS = 100
/** Of all roles together: every person with a role looks through them. */
export const MOST_SHARED_VIEWS = 200

/** One's own, and those that are shared with a role that one holds; `screens`: those that the actor may open. */
export async function listViews(
  { storage }: RecordsDependencies,
  { actor }: ActorContext,
  screens: ReadonlySet<string>,
): Promise<readonly SavedView[]> {
  const { database } = storage
  const person = actor.person?.id ?? ''
  const [own, shared] = await Promise.all([database.systemOf('view', person), database.systemRows('shared_view')])
  const seen = shared.filter((row) => isOwner(row, person) || holdsRole(actor, String(row.value['role'])))
  return [...own, ...seen].map((row) => viewOf(row, person)).filter(({ screen }) => screens.has(screen))
}

export async function createView(
  { storage, current, newId }: RecordsDependencies,
  { actor, now }: ActorContext,
  wanted: NewSavedView,
  screens: ReadonlySet<string>,
): Promise<SavedView> {
  const { model } = current.running
  const person = actor.person?.id ?? ''
  const { role } = wanted
  const name = wanted.name.trim()
  const errors = [
    ...(screens.has(wanted.screen) ? [] : [fieldError('screen', 'unknown_screen', { screen: wanted.screen })]),
    ...(name === '' || name.length > LONGEST_VIEW_NAME
      ? [fieldError('name', 'name_length', { most: LONGEST_VIEW_NAME })]
      : []),
    ...(wanted.query.length > LONGEST_VIEW_QUERY
      ? [fieldError('query', 'view_too_long', { most: LONGEST_VIEW_QUERY })]
      : []),
    ...(role !== null && !(model.roles.has(role) && holdsRole(actor, role))
      ? [fieldError('role', 'not_your_role', { role })]
      : []),
  ]
  if (errors.length > 0) throw new Refused(makeRefusal(model, 'invalid', { errors }))
  const key = newId(now)
  const value = { screen: wanted.screen, name, query: wanted.query, role, owner: person }
  return storage.write(async (transaction) => {
    const [kind, kept, most] =
      role === null
        ? (['view', await transaction.systemOf('view', person), MOST_OWN_VIEWS] as const)
        : (['shared_view', await transaction.systemRows('shared_view'), MOST_SHARED_VIEWS] as const)
    if (kept.length >= most) {
      const full = [fieldError('name', 'too_many_views', { most })]
      throw new Refused(conflictOf(model, full))
    }
    const row: SystemRow = { key, person: role === null ? person : null, expiresAt: null, value }
    await transaction.putSystem(kind, row)
    return viewOf(row, person)
  })
}

/** One's own; administrators also what others share. False: the actor has none of that id. */
export async function deleteView(
  { storage }: RecordsDependencies,
  { actor }: ActorContext,
  id: string,
): Promise<boolean> {
  const person = actor.person?.id ?? ''
  return storage.write(async (transaction) => {
    const own = await transaction.system('view', id)
    if (own && isOwner(own, person)) return transaction.deleteSystem('view', id)
    const shared = await transaction.system('shared_view', id)
    if (!shared || !(isOwner(shared, person) || actor.administrator)) return false
    return transaction.deleteSystem('shared_view', id)
  })
}

function holdsRole(actor: Actor, role: string): boolean {
  return actor.administrator || actor.roles.includes(role)
}

function isOwner({ value }: SystemRow, person: string): boolean {
  return person !== '' && value['owner'] === person
}

function viewOf(row: SystemRow, person: string): SavedView {
  const { screen, name, query, role } = row.value
  return {
    id: row.key,
    screen: String(screen),
    name: String(name),
    query: String(query),
    role: typeof role === 'string' ? role : null,
    own: isOwner(row, person),
  }
}
