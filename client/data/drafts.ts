// What was typed and not sent yet: kept in memory as long as the page is open, so that going away and coming back loses nothing.
// It is never written to the browser's storage, which others might read.
import type { Values } from './records/mutations.ts'

const drafts = new Map<string, Values>()

/** Whose they are; null: nobody has signed in yet. */
let owner: string | null = null

/** When somebody else signs in, nothing of the last person stays; whoever was signed out and comes back finds it again. */
export function keepDraftsOf(person: string): void {
  if (owner !== null && owner !== person) drafts.clear()
  owner = person
}

export function readDraft(key: string): Values | undefined {
  return drafts.get(key)
}

export function keepDraft(key: string, values: Values): void {
  drafts.set(key, values)
}

export function dropDraft(key: string): void {
  drafts.delete(key)
}

export function dropAllDrafts(): void {
  drafts.clear()
}
