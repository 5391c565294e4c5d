// Keeps the state of work in the background, an import or an undo, as a row of the person who began it.
import type { Actor } from '#shared/policy/actor.ts'
import { anonymous, makeActor } from '#shared/policy/actor.ts'
import { refused } from '../../policy/refused.ts'
import type { DatabaseHandle } from '../../storage/database-handle.ts'
import type { Transaction } from '../../storage/transaction.ts'
import type { RecordsDependencies } from '../records-dependencies.ts'

export type BackgroundKind = 'import' | 'undo'

export interface BackgroundRow {
  readonly id: string
  /** Id of the person who began it; null: nobody was signed in. */
  readonly person: string | null
  /** The roles in which it was begun: it goes on with those that the person still has. */
  readonly roles: readonly string[]
  readonly administrator: boolean
  readonly state: 'waiting' | 'running' | 'done' | 'stopped' | 'failed'
  /** The person wants it to end, and another process runs it. */
  readonly isToStop?: boolean
  readonly createdAt: string
  readonly endedAt?: string
}

const KEPT_MILLISECONDS = 24 * 60 * 60 * 1_000

export async function readRow<Row extends BackgroundRow>(
  database: DatabaseHandle,
  kind: BackgroundKind,
  id: string,
): Promise<Row | undefined> {
  const row = await database.system(kind, id)
  return row && (row.value as unknown as Row)
}

export function putRow<Row extends BackgroundRow>(
  transaction: Transaction,
  kind: BackgroundKind,
  stored: Row,
): Promise<void> {
  const expiresAt = new Date(Date.parse(stored.createdAt) + KEPT_MILLISECONDS).toISOString()
  return transaction.putSystem(kind, {
    key: stored.id,
    person: stored.person,
    expiresAt,
    value: Object.fromEntries(Object.entries(stored)),
  })
}

/** Puts the job that will do the work. */
export function putBackgroundJob(transaction: Transaction, kind: BackgroundKind, row: BackgroundRow): Promise<void> {
  const fresh = { about: null, tries: 0, problem: null, isDead: false, value: {} }
  return transaction.putJob({ kind, key: row.id, dueAt: row.createdAt, ...fresh })
}

export function isUnderWay({ state }: BackgroundRow): boolean {
  return state === 'waiting' || state === 'running'
}

/** Thrown within a command of work in the background, which writes nothing more. */
export const WORK_STOPPED = new Error('The work was stopped.')

/** Throws `WORK_STOPPED` where the person wants it to end. */
export function requireGoingOn(row: BackgroundRow | undefined): void {
  if (row?.state === 'stopped' || row?.isToStop === true) throw WORK_STOPPED
}

/** Lists what a person has under way of this kind. */
export async function listUnderWay<Row extends BackgroundRow>(
  { storage }: RecordsDependencies,
  kind: BackgroundKind,
  person: string | null,
): Promise<readonly Row[]> {
  const { database } = storage
  const all = person === null ? await database.systemRows(kind) : await database.systemOf(kind, person)
  return all.flatMap((row) => {
    const stored = row.value as unknown as Row
    return row.person === person && isUnderWay(stored) ? [stored] : []
  })
}

/** Refuses with 404 where there is none, or another person began it. */
export async function findOwn<Row extends BackgroundRow>(
  { storage }: RecordsDependencies,
  kind: BackgroundKind,
  actor: Actor,
  id: string,
): Promise<Row> {
  const stored = await readRow<Row>(storage.database, kind, id)
  if (stored === undefined || stored.person !== (actor.person?.id ?? null)) throw refused('not_found')
  return stored
}

/** Returns the person with the roles in which they began it, as far as they still have them. */
export async function actorOfRow({ current, storage }: RecordsDependencies, begun: BackgroundRow): Promise<Actor> {
  if (begun.person === null) return anonymous
  const { model } = current.running
  const actor = makeActor(model, (await storage.database.record('Person', begun.person)) ?? null)
  const roles = actor.roles.filter((role) => begun.roles.includes(role))
  return { ...actor, roles, administrator: actor.administrator && begun.administrator }
}
