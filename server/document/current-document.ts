// Holds the document in force and all that is compiled from it: one reference, swapped whole.
import { hash } from 'node:crypto'
import type { Model } from '#shared/model/model.ts'
import type { MemoKey, Room } from './memo-tables.ts'
import { MemoTables } from './memo-tables.ts'

/** A document in force. What is compiled from it is kept on it, and goes when it goes: nothing outlives its document. */
export interface RunningDocument {
  /** File name, by which messages call the document. */
  readonly file: string
  readonly text: string
  readonly model: Model
  /** Short hash of the text: names the document that decided an answer. */
  readonly revision: string
  /**
   * Gives back what was made for this kind and key before, or makes it and keeps it as long as the document. Keys are parts of the
   * model and names in it; since API tokens may have any set of roles, only the latest 1,000 of a kind are kept.
   */
  compiled<T>(kind: string, key: MemoKey, make: () => T): T
  /**
   * Caches values like `compiled`, but for keys that callers make up (such as filters) and for large values: only the
   * latest are kept, as far as there is room.
   */
  recent<T>(kind: string, key: MemoKey, make: () => T, room?: Room<T>): T
  /**
   * Caches values like `recent`, but for values derived from another cached object, such as a policy. They are
   * dropped together with `owner`.
   */
  keptOn<T>(owner: object, kind: string, key: MemoKey, make: () => T, room?: Room<T>): T
}

export class CurrentDocument {
  #running: RunningDocument
  #number: number
  readonly #followers: (() => void)[] = []

  /** `number`: of the revision that the database keeps; 0: none. */
  constructor(running: RunningDocument, number = 0) {
    this.#running = running
    this.#number = number
  }

  get running(): RunningDocument {
    return this.#running
  }

  get number(): number {
    return this.#number
  }

  /** Tells of each document that is put in force. */
  follow(listener: () => void): void {
    this.#followers.push(listener)
  }

  /**
   * Puts a new document in force. From then on the new one decides every request; requests under way finish under the
   * old one.
   */
  swap(next: RunningDocument, number = this.#number): void {
    this.#running = next
    this.#number = number
    for (const follow of this.#followers) follow()
  }
}

export function runDocument(file: string, text: string, model: Model): RunningDocument {
  const running: RunningDocument = {
    file,
    text,
    model,
    revision: hashRevision(text),
    compiled: (kind, key, make) => tables.keep(running, kind, key, make, COMPILED),
    recent: (kind, key, make, room = {}) => tables.keep(running, kind, key, make, room),
    keptOn: (owner, kind, key, make, room = COMPILED) => tables.keep(owner, kind, key, make, room),
  }
  const tables = new MemoTables(running)
  return running
}

export function hashRevision(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 12)
}

const COMPILED = { most: 1_000 }
