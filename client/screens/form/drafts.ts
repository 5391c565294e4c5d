// What was typed and not sent yet: kept in memory as long as the page is open, so that going away and coming back loses nothing.
// It is never written to the browser's storage, which others might read.
import type { Values } from '../../data/records/mutations.ts'

const drafts = new Map<string, Values>()

export function readDraft(key: string): Values | undefined {
  return drafts.get(key)
}

export function keepDraft(key: string, values: Values): void {
  drafts.set(key, values)
}

export function dropDraft(key: string): void {
  drafts.delete(key)
}

/** When somebody else signs in, nothing of the last person stays. */
export function dropAllDrafts(): void {
  drafts.clear()
}
