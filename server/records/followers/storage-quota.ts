// Charges records and uploads to a person, where point 9 bounds what one person may store.
import { limitCitation } from '#shared/policy/account-citations.ts'
import type { RecordValue } from '#shared/expressions/value.ts'
import type { Entity, Model } from '#shared/model/model.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { Storage } from '../../storage/storage.ts'
import { bytesBetween } from '../../storage/stored-bytes.ts'
import type { Transaction } from '../../storage/transaction.ts'
import type { Refused } from '../../policy/refused.ts'
import { refused } from '../../policy/refused.ts'
import type { CommandContext } from '../write/command-context.ts'
import type { WriteFollower } from '../write/change.ts'

/**
 * Upper bound of what the person stores. Bytes that were undone or deleted since still count until the next full
 * count.
 */
interface Tally {
  bytes: number
  /** Milliseconds since 1970. */
  countedAt: number
}

/**
 * A person who asks again at once is refused by the last count, in milliseconds. Where other processes write, too, what they
 * have written since is not in it, so that it is not relied on for longer.
 */
const COUNTED_FOR = 5_000

export const storageQuota: WriteFollower = {
  name: 'storage quota',
  skips: {
    delete: 'What is deleted counts until the bytes are counted anew.',
    purge: 'What is deleted counts until the bytes are counted anew.',
    clear: 'An empty relation takes no room.',
    restore: 'It was charged when it was written.',
    lines: 'The lines are charged by themselves.',
  },
  async follow(context, { entity, before: old, after: record }) {
    if (record !== null) await chargeStorage(context, entity, { old, record })
  },
}

/** Charges a write after it is permitted. The sum is kept in memory: no row is changed with every write. */
async function chargeStorage(
  { running, storage, transaction, actorContext, stored }: CommandContext,
  entity: Entity,
  { old, record }: { readonly old: RecordValue | null; readonly record: RecordValue },
): Promise<void> {
  const { model } = running
  const most = model.settings.storagePerPerson
  const creator = record['created_by']
  if (most === undefined || typeof creator !== 'string') return
  const added = bytesBetween(entity, old, record)
  const now = Date.parse(actorContext.now)
  const tally = tallyOf(running, creator)
  // A command may be run more than once: what it adds is added to the tally when it was run for good.
  const own = (stored.get(creator) ?? 0) + added
  stored.set(creator, own)
  transaction.whenKept(() => note(running, creator, added))
  const sum = (): number => tally.bytes + own
  const isStale = Number.isNaN(tally.bytes) || now - tally.countedAt >= COUNTED_FOR
  const counted = countedIn(transaction)
  if (added <= 0 || (sum() <= most && !(isStale && storage.shared !== undefined && !counted.has(creator)))) return
  if (isStale) {
    const isFirst = Number.isNaN(tally.bytes)
    tally.bytes = (await transaction.bytesStoredBy(creator)) - own
    tally.countedAt = now
    counted.add(creator)
    if (isFirst && tally.bytes >= MUCH) transaction.whenKept(() => void countEverybody(storage, running))
    if (sum() <= most) return
  }
  // It is undone.
  stored.set(creator, own - added)
  throw storageUsedUp(model)
}

/** Charges a part of a file that arrives: what is not yet whole counts, too. `uploaded.bytes` is not yet among the stored ones. */
export async function chargeUpload(
  { running, storage }: Pick<CommandContext, 'running' | 'storage'>,
  transaction: Transaction,
  { person, bytes, now }: { readonly person: string; readonly bytes: number; readonly now: number },
): Promise<void> {
  const { model } = running
  const most = model.settings.storagePerPerson
  if (most === undefined) return
  const tally = tallyOf(running, person)
  transaction.whenKept(() => note(running, person, bytes))
  const isStale = Number.isNaN(tally.bytes) || now - tally.countedAt >= COUNTED_FOR
  if (tally.bytes + bytes <= most && !(isStale && storage.shared !== undefined)) return
  if (isStale) {
    tally.bytes = await transaction.bytesStoredBy(person)
    tally.countedAt = now
    if (tally.bytes + bytes <= most) return
  }
  throw storageUsedUp(model)
}

export function storageUsedUp(model: Model): Refused {
  return refused('storage_used_up', {}, limitCitation(model, 'storage_per_person'))
}

/** Something was stored that is no record: it is counted anew. Called when that is kept. */
export function forgetTally(running: RunningDocument, person: string): void {
  Object.assign(tallyOf(running, person), NOT_COUNTED)
  note(running, person, NaN)
}

/** Adds what was kept. */
function note(running: RunningDocument, person: string, bytes: number): void {
  tallyOf(running, person).bytes += bytes
  countOf(running).changed?.add(person)
}

/** A count of what everybody stores, once for a document in force. */
interface CountOfAll {
  isBegun: boolean
  /** Whose bytes changed since it began, as long as it is under way. */
  changed: Set<string> | undefined
}

function countOf(running: RunningDocument): CountOfAll {
  return running.compiled<CountOfAll>('stored by all', 'count', () => ({ isBegun: false, changed: undefined }))
}

/**
 * Counts for all others beside the commands, once somebody turned out to store much: among a million records the first write
 * for each person would take some 30 ms, in which nobody else writes.
 */
async function countEverybody(storage: Storage, running: RunningDocument): Promise<void> {
  const count = countOf(running)
  // What other processes write is not in a tally for long.
  if (count.isBegun || storage.shared !== undefined) return
  count.isBegun = true
  const changed = (count.changed = new Set())
  try {
    for (const [person, bytes] of await storage.bytesByPerson(ROOM.most)) {
      const tally = tallyOf(running, person)
      if (Number.isNaN(tally.bytes) && !changed.has(person)) tally.bytes = bytes
    }
  } catch {
    // It took too long, or too many waited: commands count by themselves, as before.
  } finally {
    count.changed = undefined
  }
}

function tallyOf(running: RunningDocument, person: string): Tally {
  return running.recent<Tally>('stored by', person, () => ({ ...NOT_COUNTED }), ROOM)
}

/** People whose bytes were counted in a transaction, into which nothing comes that others write. */
const COUNTED_IN = new WeakMap<Transaction, Set<string>>()

function countedIn(transaction: Transaction): Set<string> {
  const known = COUNTED_IN.get(transaction) ?? new Set()
  COUNTED_IN.set(transaction, known)
  return known
}

const NOT_COUNTED: Tally = { bytes: NaN, countedAt: -Infinity }
const ROOM = { most: 10_000 }
/** Bytes of some hundred records, which are counted in a millisecond. */
const MUCH = 200_000
