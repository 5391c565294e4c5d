// Lists change sets: a person's own, and those of all for administrators who may read all data.
import type { ChangedRecord, ChangeSetItem } from '#shared/protocol/changes.ts'
import type { ChangeSet, HistoryEntry } from '../../storage/history-entry.ts'
import { titleFor, titleOfRecord } from '../messages/message-values.ts'
import { readableFieldsOf } from '../access/row-policy.ts'
import type { RowPolicyContext } from '../access/row-policy.ts'
import type { ActorContext, RecordsDependencies } from '../records-dependencies.ts'
import { refused } from '../../policy/refused.ts'

const MOST_RECORDS = 20
/** Number of entries of a change set that are looked at: at first, and again where the first ones do not fill the answer. */
const FEW_ENTRIES = 100
const MOST_ENTRIES = 5_000

export interface ChangesRequest {
  readonly limit: number
  readonly before: string | undefined
  /** Those of this person; undefined: all that the actor may see. */
  readonly person: string | undefined
}

/** `next`: the id to go on before; null at the end. What the actor may not read is left out, and so is a change set of nothing else. */
export async function listChanges(
  dependencies: RecordsDependencies,
  actorContext: ActorContext,
  { limit, before, person }: ChangesRequest,
): Promise<{ readonly items: readonly ChangeSetItem[]; readonly next: string | null }> {
  const { storage } = dependencies
  const own = actorContext.actor.person?.id
  const seesAll = readsAllChanges(dependencies, actorContext)
  if (!seesAll && person !== undefined && person !== own) throw refused('not_found')
  const found = await storage.database.changeSets({ limit: limit + 1, before, person: seesAll ? person : own })
  const page = found.slice(0, limit)
  const items = await Promise.all(page.map((set) => describeChangeSet(dependencies, actorContext, set)))
  return {
    items: items.filter(({ records }) => records.length > 0),
    next: found.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

export function readsAllChanges({ current }: RecordsDependencies, { actor }: ActorContext): boolean {
  return actor.administrator && current.running.model.accountPolicy.administratorsReadData
}

async function describeChangeSet(
  { storage, current: { running } }: RecordsDependencies,
  actorContext: ActorContext,
  { id, at, by }: ChangeSet,
): Promise<ChangeSetItem> {
  const policyContext = { database: storage.database, storage, running, now: actorContext.now }
  const describe = async (most: number): Promise<readonly ChangedRecord[] | undefined> => {
    const entries = await storage.database.changeSetEntries(id, { limit: most })
    const found: ChangedRecord[] = []
    for (const of of Map.groupBy(entries, ({ entity, record }) => `${entity} ${record}`).values()) {
      const described = found.length <= MOST_RECORDS ? await describeRecord(policyContext, actorContext, of) : undefined
      if (described !== undefined) found.push(described)
    }
    // The answer does not disclose how many entries may not be read, not even by where it ends: then more are looked at.
    return entries.length < most || most === MOST_ENTRIES || found.length > MOST_RECORDS ? found : undefined
  }
  const records = (await describe(FEW_ENTRIES)) ?? (await describe(MOST_ENTRIES)) ?? []
  const name = by === null ? undefined : await titleFor(policyContext, actorContext, actorContext.actor, 'Person', by)
  return {
    id,
    at,
    by: by === null ? null : { id: by, ...(name === undefined ? {} : { name }) },
    records: records.slice(0, MOST_RECORDS),
    isCut: records.length > MOST_RECORDS,
  }
}

/** Undefined: the reader may not read it. */
async function describeRecord(
  policyContext: RowPolicyContext,
  actorContext: ActorContext,
  entries: readonly HistoryEntry[],
): Promise<ChangedRecord | undefined> {
  const [first] = entries
  const { running, database } = policyContext
  if (first === undefined || !running.model.entities.has(first.entity)) return undefined
  const { entity, record: id } = first
  const record = await database.record(entity, id, { trash: true })
  if (record === undefined) return undefined
  if ((await readableFieldsOf(policyContext, actorContext.actor, entity, record)) === undefined) return undefined
  const isInTrash = (await database.record(entity, id)) === undefined
  const title = await titleOfRecord(policyContext, actorContext, actorContext.actor, entity, record)
  return {
    entity,
    id,
    ...(title === undefined ? {} : { title }),
    ...(isInTrash ? { inTrash: true } : {}),
    events: [...new Set(entries.map(({ event }) => event))],
    transitions: [...new Set(entries.flatMap(({ transition }) => transition ?? []))],
  }
}
