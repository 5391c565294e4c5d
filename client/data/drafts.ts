// Keeps unsent input in memory while the page is open.
import type { FieldValues } from './records/record-mutations.ts'

const drafts = new Map<string, FieldValues>()

/** Whose they are; null: nobody has signed in yet. */
let owner: string | null = null

/** When somebody else signs in, nothing of the last person stays; whoever was signed out and comes back finds it again. */
export function keepDraftsOf(person: string): void {
  if (owner !== null && owner !== person) drafts.clear()
  owner = person
}

export function readDraft(key: string): FieldValues | undefined {
  return drafts.get(key)
}

export function keepDraft(key: string, values: FieldValues): void {
  drafts.set(key, values)
}

export function dropDraft(key: string): void {
  drafts.delete(key)
}

export function dropAllDrafts(): void {
  drafts.clear()
}
