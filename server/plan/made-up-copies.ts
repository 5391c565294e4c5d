// Makes up people and records, in two databases: under the document in force, and under the planned one.
import type { RunningDocument } from '../document/current-document.ts'
import { CurrentDocument } from '../document/current-document.ts'
import { createIds } from '../records/new-id.ts'
import { openSandbox } from '../sandbox/open-sandbox.ts'
import type { Sandbox } from '../sandbox/open-sandbox.ts'
import type { Storage } from '../storage/storage.ts'
import type { Transaction } from '../storage/transaction.ts'
import { conditionsOf } from '../verify/expected-permissions.ts'
import { insertRecords } from '../verify/insert-records.ts'
import { candidatesFor, makeRecord } from '../verify/make-records.ts'
import { makePlan } from '../verify/plan.ts'
import type { GivenRecord } from '../verify/world.ts'
import { Records } from '../verify/world.ts'
import type { Copies } from './open-copies.ts'
import { pairEntities } from './pair-entities.ts'

export type MadeUpCopies = Pick<Copies, 'before' | 'after' | 'close'>

/** Records of one entity that differ in what conditions read. */
const PER_ENTITY = 24
/** Records of one entity to which new ones may point. */
const MOST_READ = 200

/** Returns undefined where the planned document has no form for what was made up. */
export async function openMadeUpCopies(
  folder: string,
  [before, after]: readonly [RunningDocument, RunningDocument],
  now: string,
): Promise<MadeUpCopies | undefined> {
  const newId = createIds()
  const { groups, newRoles } = makeUp(before, after, { now, newId })
  const opened: Sandbox[] = []
  const close = async () => {
    for (const sandbox of opened) await sandbox.close()
  }
  const open = async (): Promise<Sandbox> => {
    const sandbox = await openSandbox(before, Date.parse(now), folder)
    opened.push(sandbox)
    await insertGroups(sandbox.dependencies.storage, groups)
    return sandbox
  }
  try {
    const [one, other] = [await open(), await open()]
    const migrated = await migrateWhole(other.dependencies.storage, after)
    if (migrated === undefined) {
      await close()
      return undefined
    }
    await addNewParts(other.dependencies.storage, [before, after], newRoles, { now, newId })
    const current = new CurrentDocument(after, migrated)
    return {
      before: { running: before, dependencies: one.dependencies },
      after: { running: after, dependencies: { ...other.dependencies, current } },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

interface MadeUpOptions {
  readonly now: string
  readonly newId: (now: string) => string
}

/** Records in groups, each with what it points to, and people who get roles that are new, by their ids. */
interface MadeUp {
  readonly groups: readonly (readonly GivenRecord[])[]
  readonly newRoles: ReadonlyMap<string, string>
}

function makeUp(before: RunningDocument, after: RunningDocument, { now, newId }: MadeUpOptions): MadeUp {
  const { maker, given } = makePlan(before.model, now, newId)
  const groups: (readonly GivenRecord[])[] = [given]
  const newRoles = new Map<string, string>()
  for (const { name, onRecords } of after.model.roles.values()) {
    const person = before.model.entities.get('Person')
    if (person === undefined || onRecords.length > 0 || before.model.roles.has(name.identifier)) continue
    const email = `new.${name.identifier.toLowerCase()}@example.com`
    const made = makeRecord(maker, person, { name: name.label, email, roles: [], active: true })
    if (made === undefined) continue
    groups.push([...made.given, { entity: 'Person', record: made.record }])
    newRoles.set(made.record.id, name.identifier)
  }
  const { pairs } = pairEntities(before.model, after.model)
  for (const [name, entity] of before.model.entities) {
    const later = after.model.entities.get(pairs.find((pair) => pair.before === name)?.after ?? '')
    const conditions = [entity, ...(later ? [later] : [])].flatMap((each) => conditionsOf(each, OF_RECORDS))
    if (name === 'Person' || entity.onlyOne || conditions.length === 0) continue
    for (const { record, given: with_ } of candidatesFor(maker, entity, conditions, 'plan').slice(0, PER_ENTITY))
      groups.push([...with_, { entity: name, record }])
  }
  return { groups, newRoles }
}

const OF_RECORDS = ['read', 'update', 'delete', 'see history'] as const

/** Gives people the roles that only the planned document has, and adds records of the entities that only it has. */
async function addNewParts(
  storage: Storage,
  [before, after]: readonly [RunningDocument, RunningDocument],
  newRoles: ReadonlyMap<string, string>,
  { now, newId }: MadeUpOptions,
): Promise<void> {
  const { pairs } = pairEntities(before.model, after.model)
  const added = new Set(pairs.flatMap((pair) => (pair.before === '' ? [pair.after] : [])))
  const world = await storage.write(async (transaction) => {
    for (const [id, role] of newRoles) await transaction.update('Person', id, { roles: [role] })
    return added.size === 0 ? new Records() : readWorld(transaction, after)
  })
  if (added.size === 0) return
  const maker = { ...makePlan(after.model, now, newId).maker, world, candidates: new Map() }
  const groups: (readonly GivenRecord[])[] = []
  for (const name of added) {
    const entity = after.model.entities.get(name)
    if (entity === undefined) continue
    const most = entity.onlyOne ? 1 : PER_ENTITY
    for (const { record, given } of candidatesFor(maker, entity, conditionsOf(entity, OF_RECORDS), 'plan').slice(
      0,
      most,
    )) {
      // A record of another entity would be there on one side only.
      if (!given.every((each) => added.has(each.entity))) continue
      const group = [...given, { entity: name, record }]
      groups.push(group)
      for (const each of group) world.put(each)
    }
  }
  await insertGroups(storage, groups)
}

async function readWorld(transaction: Transaction, { model }: RunningDocument): Promise<Records> {
  const world = new Records()
  for (const entity of model.entities.keys())
    for (const id of await transaction.idsAfter(entity, '', MOST_READ)) {
      const record = await transaction.record(entity, id)
      if (record !== undefined) world.put({ entity, record })
    }
  return world
}

/** A group that can't stand beside the others, as for a value that another has already, is left out. */
async function insertGroups(storage: Storage, groups: readonly (readonly GivenRecord[])[]): Promise<void> {
  await storage.write(async (transaction) => {
    for (const group of groups)
      await transaction.savepoint(() => insertRecords(transaction, group)).catch(() => undefined)
  })
}

/** Deletes what the document has no place for any more: it was made up. */
async function migrateWhole(storage: Storage, { model, revision }: RunningDocument): Promise<number | undefined> {
  const first = await storage.migrate(model, revision)
  if (first.applied) return first.number
  const deletes = first.conflicts.flatMap((conflict) => conflict.deletes ?? [])
  const second = deletes.length === 0 ? first : await storage.migrate(model, revision, { deletes })
  return second.applied ? second.number : undefined
}
