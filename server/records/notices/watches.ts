// Keeps which records people watch: one's own list, and who watches a record.
import type { WatchedRecord } from '#shared/protocol/notices.ts'
import type { Transaction } from '../../storage/transaction.ts'
import { refused } from '../../policy/refused.ts'
import { titleFor } from '../messages/message-values.ts'
import { readableFieldsById } from '../access/row-policy.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'

export const MOST_WATCHES = 500

/** The newest first; those that the person may not read any more are not among them. */
export async function listWatches(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
): Promise<readonly WatchedRecord[]> {
  const { storage, current } = dependencies
  const { actor } = actorContext
  const policyContext = contextOf(dependencies, actorContext)
  const rows = await storage.database.systemOf('watch', actor.person?.id ?? '')
  const found = await Promise.all(
    rows.toReversed().map(async ({ value }): Promise<readonly WatchedRecord[]> => {
      const [name, id] = [String(value['entity']), String(value['record'])]
      const entity = current.running.model.entities.get(name)
      if (!entity || (await readableFieldsById(policyContext, actor, name, id)) === undefined) return []
      const title = (await titleFor(policyContext, actorContext, actor, name, id)) ?? entity.name.label
      return [{ entity: name, path: entity.path, id, title }]
    }),
  )
  return found.flat()
}

/** 404 for what the person may not read, as for what there is not. */
export async function watchRecord(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  { path, id }: { readonly path: string; readonly id: string },
): Promise<void> {
  const { model } = dependencies.current.running
  const person = actorContext.actor.person?.id ?? ''
  const name = [...model.entities].find(([, each]) => each.path === path)?.[0]
  if (name === undefined) throw refused('not_found')
  await dependencies.storage.write(async (transaction) => {
    const policyContext = { ...contextOf(dependencies, actorContext), database: transaction }
    if ((await readableFieldsById(policyContext, actorContext.actor, name, id)) === undefined)
      throw refused('not_found')
    const key = keyOf(id, person)
    if ((await transaction.system('watch', key)) !== undefined) return
    if ((await transaction.systemOf('watch', person)).length >= MOST_WATCHES)
      throw refused('too_many_watches', { most: MOST_WATCHES })
    await transaction.putSystem('watch', { key, person, expiresAt: null, value: { entity: name, record: id } })
  })
}

/** Ends a watch, also of a record that may not be read any more. */
export async function unwatchRecord(
  { storage }: RecordsDependencies,
  { actor }: ActorContext,
  id: string,
): Promise<void> {
  await storage.write((transaction) => transaction.deleteSystem('watch', keyOf(id, actor.person?.id ?? '')))
}

/** Ids of people, in no order, by the record that they watch; records without any are not among them. */
export async function watchersOf(
  transaction: Transaction,
  records: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const watchers = new Map<string, string[]>()
  if (records.length === 0) return watchers
  for (const { person, value } of await transaction.systemWithin('watch', prefixesOf(records))) {
    const record = String(value['record'])
    if (person !== null) watchers.set(record, [...(watchers.get(record) ?? []), person])
  }
  return watchers
}

/** Says that `watchersOf` will be asked for these. */
export function foreseeWatchersOf(transaction: Transaction, records: readonly string[]): void {
  if (records.length > 0) transaction.foresee('watch', prefixesOf(records))
}

function prefixesOf(records: readonly string[]): readonly string[] {
  return [...new Set(records)].map((record) => keyOf(record, ''))
}

/** Deletes the watches of a record that was permanently deleted. */
export async function forgetWatches(transaction: Transaction, record: string): Promise<void> {
  for (const { key } of await transaction.systemWithin('watch', [keyOf(record, '')]))
    await transaction.deleteSystem('watch', key)
}

function keyOf(record: string, person: string): string {
  return `${record} ${person}`
}

function contextOf({ storage, current }: RecordsDependencies, { now }: ActorContext) {
  return { database: storage.database, storage, running: current.running, now }
}
