// Makes up people and records, in two databases: under the document in force, and under the planned one.
import type { RunningDocument } from '../document/current-document.ts'
import { CurrentDocument } from '../document/current-document.ts'
import { createIds } from '../records/new-id.ts'
import { openSandbox } from '../sandbox/open-sandbox.ts'
import type { Sandbox } from '../sandbox/open-sandbox.ts'
import type { Storage } from '../storage/storage.ts'
import { conditionsOf } from '../verify/expected-permissions.ts'
import { insertRecords } from '../verify/insert-records.ts'
import { candidatesFor } from '../verify/make-records.ts'
import { makePlan } from '../verify/plan.ts'
import type { GivenRecord } from '../verify/world.ts'
import type { Copies } from './open-copies.ts'
import { pairEntities } from './pair-entities.ts'

export type MadeUpCopies = Pick<Copies, 'before' | 'after' | 'close'>

/** Records of one entity that differ in what conditions read. */
const PER_ENTITY = 24

/** Returns undefined where the planned document has no form for what was made up. */
export async function openMadeUpCopies(
  folder: string,
  [before, after]: readonly [RunningDocument, RunningDocument],
  now: string,
): Promise<MadeUpCopies | undefined> {
  const groups = makeUp(before, after, now)
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

/** Records in groups, each with what it points to. */
function makeUp(before: RunningDocument, after: RunningDocument, now: string): readonly (readonly GivenRecord[])[] {
  const { maker, given } = makePlan(before.model, now, createIds())
  const groups: (readonly GivenRecord[])[] = [given]
  const { pairs } = pairEntities(before.model, after.model)
  for (const [name, entity] of before.model.entities) {
    const later = after.model.entities.get(pairs.find((pair) => pair.before === name)?.after ?? '')
    const conditions = [entity, ...(later ? [later] : [])].flatMap((each) =>
      conditionsOf(each, ['read', 'update', 'delete', 'see history']),
    )
    if (name === 'Person' || entity.onlyOne || conditions.length === 0) continue
    for (const { record, given: with_ } of candidatesFor(maker, entity, conditions, 'plan').slice(0, PER_ENTITY))
      groups.push([...with_, { entity: name, record }])
  }
  return groups
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
