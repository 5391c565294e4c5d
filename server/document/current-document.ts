// Holds the document in force and all that is compiled from it: one reference, swapped whole.
import { hash } from 'node:crypto'
import type { Model } from '#shared/model/model.ts'
import { LruCache } from '../storage/lru-cache.ts'

/** A document in force. What is compiled from it is kept on it, and goes when it goes: nothing outlives its document. */
export interface RunningDocument {
  /** As people call it in messages: the file's name. */
  readonly file: string
  readonly text: string
  readonly model: Model
  /** Short hash of the text: names the document that judged an answer. */
  readonly revision: string
  /**
   * Gives back what was made for this kind and key before, or makes it and keeps it as long as the document. Keys are made of
   * entities, roles and verbs; since API tokens may have any set of roles, only the latest 1,000 of a kind are kept.
   */
  compiled<T>(kind: string, key: string, make: () => T): T
  /** The same for keys that callers make up (filters, say), and for what is large: only the latest are kept, as far as there is room. */
  recent<T>(kind: string, key: string, make: () => T, room?: Room<T>): T
}

/** How much is kept of a kind. */
export interface Room<T> {
  /** 500 if it says nothing. */
  readonly most?: number
  /** About how much memory one takes, besides its key; of what says so 24 MB are kept. */
  readonly bytesOf?: (made: T) => number
}

export class CurrentDocument {
  #running: RunningDocument

  constructor(running: RunningDocument) {
    this.#running = running
  }

  get running(): RunningDocument {
    return this.#running
  }

  /** From here on every request is judged by the new document; those under way end under the old one. */
  swap(next: RunningDocument): void {
    this.#running = next
  }
}

export function runDocument(file: string, text: string, model: Model): RunningDocument {
  const kinds = new Map<string, LruCache<unknown>>()
  const keep = <T>(kind: string, key: string, make: () => T, { most, bytesOf }: Room<T>): T => {
    let kept = kinds.get(kind)
    if (kept === undefined) kinds.set(kind, (kept = new LruCache(most ?? MOST_RECENT, MOST_BYTES)))
    const found = kept.get(key)
    if (found !== undefined) return found as T
    const made = make()
    kept.set(key, made, 2 * key.length + (bytesOf?.(made) ?? 0))
    return made
  }
  return {
    file,
    text,
    model,
    revision: hashRevision(text),
    compiled: (kind, key, make) => keep(kind, key, make, COMPILED),
    recent: (kind, key, make, room = {}) => keep(kind, key, make, room),
  }
}

export function hashRevision(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 12)
}

const COMPILED = { most: 1_000 }
const MOST_RECENT = 500
/** Of a kind. 600 filters of 3,000 characters took 260 MB of heap, as much again in the engine, and were kept for as long as nobody asked others. */
const MOST_BYTES = 24 * 1024 ** 2
