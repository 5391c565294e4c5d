// The document that runs now, and everything that was worked out from it once: one reference, swapped whole.
import { hash } from 'node:crypto'
import type { Model } from '#shared/model/model.ts'

/** A document in force. What is compiled from it is kept on it, and goes when it goes: nothing outlives its document. */
export interface RunningDocument {
  /** As people call it in messages: the file's name. */
  readonly file: string
  readonly text: string
  readonly model: Model
  /** Short hash of the text: names the document that judged an answer. */
  readonly revision: string
  /** Gives back what was made for this kind and key before, or makes it and keeps it as long as the document. Keys are made of what the document bounds: entities, roles, verbs. */
  compiled<T>(kind: string, key: string, make: () => T): T
  /** The same for keys that callers make up (filters, say): only the latest are kept. */
  recent<T>(kind: string, key: string, make: () => T): T
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
  const compiled = new Map<string, Map<string, unknown>>()
  const recent = new Map<string, Map<string, unknown>>()
  return {
    file,
    text,
    model,
    revision: revisionOf(text),
    compiled<T>(kind: string, key: string, make: () => T): T {
      const kept = keptOf(compiled, kind)
      const found = kept.get(key)
      if (found !== undefined) return found as T
      const made = make()
      kept.set(key, made)
      return made
    },
    recent<T>(kind: string, key: string, make: () => T): T {
      const kept = keptOf(recent, kind)
      const found = kept.get(key)
      const made = found === undefined ? make() : (found as T)
      if (kept.size >= MOST_RECENT || found !== undefined)
        kept.delete(found === undefined ? (kept.keys().next().value ?? '') : key)
      kept.set(key, made)
      return made
    },
  }
}

function keptOf(kinds: Map<string, Map<string, unknown>>, kind: string): Map<string, unknown> {
  const found = kinds.get(kind)
  if (found !== undefined) return found
  const made = new Map<string, unknown>()
  kinds.set(kind, made)
  return made
}

export function revisionOf(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 12)
}

const MOST_RECENT = 500
