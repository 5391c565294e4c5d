// Holds the document in force and all that is compiled from it: one reference, swapped whole.
import { hash } from 'node:crypto'
import type { Model } from '#shared/model/model.ts'
import type { MemoKey, Room } from './memo-tables.ts'
import { MemoTables } from './memo-tables.ts'

/** A document in force. What is compiled from it is kept on it, and goes when it goes: nothing outlives its document. */
export interface RunningDocument {
  /** As people call it in messages: the file's name. */
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
  /** The same for keys that callers make up (filters, say), and for what is large: only the latest are kept, as far as there is room. */
  recent<T>(kind: string, key: MemoKey, make: () => T, room?: Room<T>): T
  /** The same for what follows from something else that is kept, such as a policy, and goes with it. */
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

  /** From here on the new document decides every request; those under way end under the old one. */
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
