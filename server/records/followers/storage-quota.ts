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

/**
 * Milliseconds for which a count is relied on where others write, too, and less than half is used: each process counts anew sooner
 * once what it adds itself comes to the half.
 */
const COUNTED_FOR_OF_LITTLE = 60_000

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
  transaction.whenKept(() => {
    note(running, creator, added)
    if (tally.bytes >= MUCH) void findExcess(storage, running)
  })
  const sum = (): number => tally.bytes + own
  const isStale = Number.isNaN(tally.bytes) || now - tally.countedAt >= COUNTED_FOR
  const isOld = (): boolean => isStale && (sum() > most / 2 || now - tally.countedAt >= COUNTED_FOR_OF_LITTLE)
  const mustCount = (): boolean => isOld() && storage.shared !== undefined && !countedIn(transaction).has(creator)
  if (added <= 0 || (sum() <= most && !mustCount())) return
  if (Number.isNaN(tally.bytes)) {
    tally.bytes = await boundOf(running, transaction, creator)
    if (sum() <= most) return
  }
  if (isStale) {
    // Where others write beside it, a command that has read all records of a person would be undone by each of these.
    tally.bytes =
      storage.shared === undefined
        ? (await transaction.bytesStoredBy(creator)) - own
        : await storage.committedBytesBy(creator)
    tally.countedAt = now
    countedIn(transaction).add(creator)
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
  if (bytes > 0) excessOf(running).added += bytes
}

/**
 * Bytes of all records together beyond the usual. Nobody stores more than that and, for each of their records, what a usual one
 * takes: a bound for which none of them is looked at.
 */
interface Excess {
  isSought: boolean
  /** NaN: not found yet. */
  found: number
  /** Bytes that were added, in records of whatever size. */
  added: number
}

function excessOf(running: RunningDocument): Excess {
  return running.compiled<Excess>('stored beyond', 'the usual', () => ({ isSought: false, found: NaN, added: 0 }))
}

/** Counts entries of an index: of 20,000 records a millisecond in place of 30, in which nobody else writes. */
async function boundOf(running: RunningDocument, transaction: Transaction, person: string): Promise<number> {
  const { found, added } = excessOf(running)
  return Number.isNaN(found) ? NaN : found + added + (await transaction.usualBytesBy(person))
}

/** Looks at all records beside the commands, once for a document in force, when somebody turned out to store much. */
async function findExcess(storage: Storage, running: RunningDocument): Promise<void> {
  const excess = excessOf(running)
  // What other processes add is not noted here.
  if (excess.isSought || storage.shared !== undefined) return
  excess.isSought = true
  const { added } = excess
  try {
    excess.found = (await storage.excessBytes()) - added
  } catch {
    // It took too long, or too many waited: each command counts by itself.
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
