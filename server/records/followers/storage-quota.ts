// Charges records and uploads to a person, where point 9 bounds what one person may store.
import { limitCitation } from '#shared/policy/account-citations.ts'
import type { Model } from '#shared/model/model.ts'
import type { RunningDocument } from '../../document/current-document.ts'
import type { Storage } from '../../storage/storage.ts'
import { addBytes, bytesBetween, type ChargedBytes } from '../../storage/stored-bytes.ts'
import type { Transaction } from '../../storage/transaction.ts'
import type { Refused } from '../../policy/refused.ts'
import { refused } from '../../policy/refused.ts'
import type { WriteFollower } from '../write/change.ts'

/**
 * The bytes of a person, as far as this process knows them. The database notes a total for each, which is raised by more than is written,
 * so that most commands write no total, and none of them adds up records.
 */
interface Tally {
  /**
   * Upper bound of what the person stores; NaN: nothing of theirs was charged yet. Bytes that were undone or deleted since
   * still count until the next full count.
   */
  bytes: number
  /** Bytes by which the total in the database is ahead, for this process to use. */
  room: number
  /** Milliseconds since 1970. */
  countedAt: number
}

/**
 * A person who asks again at once is refused by the last count, in milliseconds. Where other processes write, too, what they
 * have written since is not in it, so that it is not relied on for longer.
 */
const COUNTED_FOR = 5_000

/** Bytes by which a total is raised at least: some hundred records. */
const STEP = 65_536

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
    const { running, storage, transaction, actorContext } = context
    const creator = record?.['created_by']
    if (record === null || typeof creator !== 'string' || running.model.settings.storagePerPerson === undefined) return
    const bytes = bytesBetween(entity, old, record)
    const charge = { person: creator, bytes, now: Date.parse(actorContext.now), isWritten: true }
    await chargeBytes({ running, storage, transaction }, charge)
  },
}

export interface StorageCharge {
  readonly person: string
  readonly bytes: number
  /** Milliseconds since 1970. */
  readonly now: number
  /** True if the transaction has written them already. */
  readonly isWritten: boolean
}

/** Charges bytes to a person, or refuses them with the line of the limit. Nobody is refused but by a full count. */
export async function chargeBytes(
  { running, storage, transaction }: ChargingContext,
  { person, bytes: added, now, isWritten }: StorageCharge,
): Promise<void> {
  const { model } = running
  const most = model.settings.storagePerPerson
  if (most === undefined || added === 0) return
  const tally = tallyOf(running, person)
  // Where commands run beside each other, each takes its room at once; what is undone then has taken it for nothing.
  const isTaken = storage.shared !== undefined && added > 0
  if (isTaken) tally.room -= added
  const note = (bytes: ChargedBytes, room?: number): void =>
    transaction.noteBytes(person, bytes, () => {
      const kept = tallyOf(running, person)
      kept.bytes += bytes.added
      kept.room = room ?? kept.room + bytes.raised - (isTaken ? 0 : bytes.added)
    })
  note({ added, raised: 0 })
  if (added < 0) return
  const own = transaction.bytesCharged(person)
  const pending = addBytes(transaction.bytesOfBatch(person), own)
  const room = tally.room + pending.raised + (isTaken ? own.added : 0)
  if (pending.added <= room && tally.bytes + pending.added <= most) return
  const step = Math.max(STEP, own.raised, pending.added - room)
  const total = await transaction.raiseTotal(person, step)
  note({ added: 0, raised: step })
  const isStale = now - tally.countedAt >= COUNTED_FOR
  // Others may have written as much as they have raised it by.
  if (Number.isNaN(tally.bytes) || (isStale && storage.shared !== undefined)) tally.bytes = total - room - step
  if (tally.bytes + pending.added <= most) return
  // What other commands of the batch add may be in the last count.
  if (isStale || tally.bytes + own.added <= most) {
    const written = isWritten ? own.added : own.added - added
    // Where others write beside it, a command that has read all records of a person would be undone by each of these.
    tally.bytes =
      storage.shared === undefined
        ? (await transaction.bytesStoredBy(person)) - written
        : await storage.committedBytesBy(person)
    tally.countedAt = now
    if (tally.bytes + own.added <= most) {
      await transaction.putTotal(person, tally.bytes + own.added + STEP)
      note({ added: 0, raised: STEP + pending.added - room - step }, STEP)
      return
    }
  }
  throw storageUsedUp(model)
}

export interface ChargingContext {
  readonly running: RunningDocument
  readonly storage: Storage
  readonly transaction: Transaction
}

export function storageUsedUp(model: Model): Refused {
  return refused('storage_used_up', {}, limitCitation(model, 'storage_per_person'))
}

/** Room was given back: a person who needs it is counted at once. */
export function countAnew(running: RunningDocument, person: string): void {
  tallyOf(running, person).countedAt = -Infinity
}

function tallyOf(running: RunningDocument, person: string): Tally {
  return running.recent<Tally>('stored by', person, () => ({ bytes: NaN, room: 0, countedAt: -Infinity }), ROOM)
}

const ROOM = { most: 10_000 }
