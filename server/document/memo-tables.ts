// Keeps what follows from a document: memo tables, of which all of a kind share one room.
import { LruCache } from '../storage/lru-cache.ts'

/** How much is kept of a kind. */
export interface Room<T> {
  /** 500 if it says nothing. */
  readonly most?: number
  /** About how much memory one takes, besides its key; of what says so 24 MB are kept. */
  readonly bytesOf?: (made: T) => number
}

/** Objects are compared by identity. */
export type MemoKey = string | object

interface MemoEntry {
  readonly value: unknown
  readonly room: LruCache<MemoEntry, MemoEntry>
  /** Turn of the room when the entry was last found there. */
  turn: number
  leave(): void
}

type MemoTable = Map<MemoKey, MemoEntry>

/** A table belongs to its owner and goes with it; what is used least leaves its room, in whichever table it stands. */
export class MemoTables {
  readonly #rooms = new Map<string, LruCache<MemoEntry, MemoEntry>>()
  readonly #tables = new WeakMap<object, Map<string, MemoTable>>()
  /** The owner of most tables, found without a look: in each command it is asked a few dozen times. */
  readonly #document: object | undefined
  readonly #documentTables = new Map<string, MemoTable>()

  constructor(document?: object) {
    this.#document = document
  }

  /** Gives back what was made for this owner, kind and key before, or makes it and keeps it. */
  keep<T>(owner: object, kind: string, key: MemoKey, make: () => T, { most, bytesOf }: Room<T>): T {
    const table = this.#tableOf(owner, kind)
    const kept = table.get(key)
    if (kept !== undefined) {
      if (kept.turn !== kept.room.turns) {
        kept.room.get(kept)
        kept.turn = kept.room.turns
      }
      return kept.value as T
    }
    const room = this.#roomOf(kind, most)
    const value = make()
    const entry: MemoEntry = {
      value,
      room,
      turn: 0,
      leave: () => {
        if (table.get(key) === entry) table.delete(key)
      },
    }
    table.set(key, entry)
    room.set(entry, entry, (typeof key === 'string' ? 2 * key.length : 0) + (bytesOf?.(value) ?? 0))
    entry.turn = room.turns
    return value
  }

  #tableOf(owner: object, kind: string): MemoTable {
    let tables = owner === this.#document ? this.#documentTables : this.#tables.get(owner)
    if (tables === undefined) this.#tables.set(owner, (tables = new Map()))
    let table = tables.get(kind)
    if (table === undefined) tables.set(kind, (table = new Map()))
    return table
  }

  #roomOf(kind: string, most = MOST_RECENT): LruCache<MemoEntry, MemoEntry> {
    let room = this.#rooms.get(kind)
    if (room === undefined) this.#rooms.set(kind, (room = new LruCache(most, MOST_BYTES, (kept) => kept.leave())))
    return room
  }
}

const MOST_RECENT = 500
/**
 * Most bytes kept of one kind. Without this limit 600 filters of 3,000 characters took 260 MB of heap and as much
 * again in the engine, and stayed as long as nobody used others.
 */
const MOST_BYTES = 24 * 1024 ** 2
