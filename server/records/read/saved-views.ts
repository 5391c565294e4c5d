// Keeps the views of lists that people save: for themselves, or shared with a role.
import type { SavedView } from '#shared/protocol/saved-views.ts'
import type { Actor } from '#shared/policy/actor.ts'
import type { SystemRow } from '../../storage/system-row.ts'
import type { Transaction } from '../../storage/transaction.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import type { FieldError } from '#shared/decisions/decision.ts'
import { fieldError } from '#shared/decisions/refusals.ts'
import type { FormerName, Renames } from '#shared/protocol/follow-renames.ts'
import { followRenames } from '#shared/protocol/follow-renames.ts'
import { LONGEST_VIEW_NAME } from '#shared/protocol/list.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import { policyOf } from '../../policy/policy.ts'
import { refusedFields } from '../../policy/refused.ts'

/** A saved view names what it shows and decides nothing: its filter runs under the policy of the actor who opens it. */
export type NewSavedView = Pick<SavedView, 'screen' | 'name' | 'query' | 'role'>

/** Changes to a saved view; absent properties stay as they are. */
export type SavedViewChange = Partial<Pick<SavedView, 'name' | 'query'>>

export const LONGEST_VIEW_QUERY = 2_000
export const MOST_OWN_VIEWS = 100
/** Maximum number of shared views of all roles together, since every person with a role looks through them. */
export const MOST_SHARED_VIEWS = 200

/** Lists the actor's own views, and those that are shared with a role that they hold. `screens`: those that the actor may open. */
export async function listViews(
  { storage, current }: RecordsDependencies,
  { actor }: ActorContext,
  screens: ReadonlySet<string>,
): Promise<readonly SavedView[]> {
  const { database } = storage
  const { running } = current
  const person = actor.person?.id ?? ''
  const [own, shared] = await Promise.all([database.systemOf('view', person), database.systemRows('shared_view')])
  const seen = shared.filter((row) => isOwner(row, person) || holdsRole(actor, String(row.value['role'])))
  return [...own, ...seen]
    .map((row) => viewOf(row, person))
    .filter(({ screen }) => screens.has(screen))
    .map((view) => withPresentNames(running, storage.formerNames, actor, view))
}

/** A view that was saved before a field was renamed goes on with it; it is stored anew when somebody changes it. */
function withPresentNames(
  running: RunningDocument,
  formerNames: readonly FormerName[],
  actor: Actor,
  view: SavedView,
): SavedView {
  const { model } = running
  const screens = 'screens' in model.screens ? model.screens.screens : []
  const shows = screens.find(({ key }) => key === view.screen)?.shows
  const entity = shows && 'entity' in shows ? model.entities.get(shows.entity) : undefined
  if (entity === undefined) return view
  const policy = policyOf(running, actor)
  const knows: Renames['knows'] = ({ name }, field) => policy.entity(name.identifier).read.readable.has(field)
  const parameters = new URLSearchParams(view.query)
  const followed = new URLSearchParams(followRenames({ model, formerNames, knows }, entity, parameters))
  return followed.toString() === parameters.toString() ? view : { ...view, query: followed.toString() }
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
    ...checkChange({ name, query: wanted.query }),
    ...(role !== null && !(model.roles.has(role) && holdsRole(actor, role))
      ? [fieldError('role', 'not_your_role', { role })]
      : []),
  ]
  if (errors.length > 0) throw refusedFields('invalid', errors)
  const key = newId(now)
  const value = { screen: wanted.screen, name, query: wanted.query, role, owner: person }
  return storage.write(async (transaction) => {
    const [kind, kept, most] =
      role === null
        ? (['view', await transaction.systemOf('view', person), MOST_OWN_VIEWS] as const)
        : (['shared_view', await transaction.systemRows('shared_view'), MOST_SHARED_VIEWS] as const)
    if (kept.length >= most) {
      const full = [fieldError('name', 'too_many_views', { most })]
      throw refusedFields('conflict', full)
    }
    const row: SystemRow = { key, person: role === null ? person : null, expiresAt: null, value }
    await refuseSecondOfName(transaction, row)
    await transaction.putSystem(kind, row)
    return viewOf(row, person)
  })
}

/** Changes a view of the actor's own, or as an administrator one that others share. Undefined: the actor has none of that id. */
export async function updateView(
  { storage }: RecordsDependencies,
  { actor }: ActorContext,
  { id, ...changes }: SavedViewChange & { readonly id: string },
  screens: ReadonlySet<string>,
): Promise<SavedView | undefined> {
  const person = actor.person?.id ?? ''
  return storage.write(async (transaction) => {
    const found = await findChangeable(transaction, actor, id)
    if (!found || !screens.has(String(found.row.value['screen']))) return undefined
    const { kind, row } = found
    const role = viewOf(row, person).role
    const errors = [
      ...checkChange(changes),
      // What was shared with a role is changed for its people only by those who still hold it.
      ...(role === null || holdsRole(actor, role) ? [] : [fieldError('role', 'not_your_role', { role })]),
    ]
    if (errors.length > 0) throw refusedFields('invalid', errors)
    const { name = String(row.value['name']), query = String(row.value['query']) } = changes
    const next: SystemRow = { ...row, value: { ...row.value, name: name.trim(), query } }
    if (changes.name !== undefined) await refuseSecondOfName(transaction, next)
    await transaction.putSystem(kind, next)
    return viewOf(next, person)
  })
}

/** Deletes a view of the actor's own, or as an administrator one that others share. False: the actor has none of that id. */
export async function deleteView(
  { storage }: RecordsDependencies,
  { actor }: ActorContext,
  id: string,
): Promise<boolean> {
  return storage.write(async (transaction) => {
    const found = await findChangeable(transaction, actor, id)
    return found !== undefined && transaction.deleteSystem(found.kind, id)
  })
}

async function findChangeable(
  transaction: Transaction,
  actor: Actor,
  id: string,
): Promise<{ readonly kind: 'view' | 'shared_view'; readonly row: SystemRow } | undefined> {
  const person = actor.person?.id ?? ''
  const own = await transaction.system('view', id)
  if (own && isOwner(own, person)) return { kind: 'view', row: own }
  const shared = await transaction.system('shared_view', id)
  if (!shared || !(isOwner(shared, person) || actor.administrator)) return undefined
  return { kind: 'shared_view', row: shared }
}

function checkChange({ name, query }: SavedViewChange): readonly FieldError[] {
  const length = name?.trim().length ?? 1
  return [
    ...(length === 0 || length > LONGEST_VIEW_NAME
      ? [fieldError('name', 'name_length', { most: LONGEST_VIEW_NAME })]
      : []),
    ...(query !== undefined && query.length > LONGEST_VIEW_QUERY
      ? [fieldError('query', 'view_too_long', { most: LONGEST_VIEW_QUERY })]
      : []),
  ]
}

/** Refuses a second view of the same name by one person on one list, since their tabs could not be distinguished. */
async function refuseSecondOfName(
  transaction: Transaction,
  { key, value: { owner, screen, name } }: SystemRow,
): Promise<void> {
  const person = String(owner)
  const [own, shared] = [await transaction.systemOf('view', person), await transaction.systemRows('shared_view')]
  const isSecond = [...own, ...shared.filter((row) => isOwner(row, person))].some(
    (row) => row.key !== key && row.value['screen'] === screen && sameName(row.value['name'], name),
  )
  if (!isSecond) return
  const errors = [fieldError('name', 'view_name_taken', { name: String(name) })]
  throw refusedFields('invalid', errors)
}

function sameName(one: unknown, other: unknown): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase()
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
