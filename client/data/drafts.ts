// Keeps unsent input per person in this tab, over a reload or an expired session; cleared at sign-out.
import { UnreadText } from '#shared/fields/reading/unread-text.ts'
import { BASE_PATH } from './base-path.ts'
import type { FieldValues } from './records/record-mutations.ts'

/** The owner of drafts before anybody is known to be signed in, and of those of people without an account. */
const NOBODY = 'nobody'
const PREFIX = `${BASE_PATH}verbatim-draft-`
/** Texts beyond this stay in memory only: a tab's storage has about five million characters. */
const LONGEST_STORED = 500_000

let owner = NOBODY
/** Read with the first that is asked for: a tab's storage is slow to open, and most pages have no drafts. */
let restored: Map<string, FieldValues> | undefined

const drafts = (): Map<string, FieldValues> => (restored ??= restore(owner))

/** When another person signs in, nothing of the last one stays; a person who was signed out and comes back finds their drafts. */
export function keepDraftsOf(person: string): void {
  if (owner === person) return
  const typedBefore = owner === NOBODY ? drafts() : new Map<string, FieldValues>()
  removeStored((key) => key !== PREFIX + person)
  owner = person
  restored = new Map([...restore(person), ...typedBefore])
  store()
}

export function readDraft(key: string): FieldValues | undefined {
  return drafts().get(key)
}

export function keepDraft(key: string, values: FieldValues): void {
  drafts().set(key, values)
  storeSoon()
}

export function dropDraft(key: string): void {
  drafts().delete(key)
  store()
}

export function dropAllDrafts(): void {
  clearTimeout(storing)
  storing = undefined
  drafts().clear()
  owner = NOBODY
  removeStored(() => true)
}

/** Time after a change in which it may be lost with a tab that crashes: long texts are not written at each key. */
const STORE_MILLISECONDS = 300

let storing: ReturnType<typeof setTimeout> | undefined

function storeSoon(): void {
  storing ??= setTimeout(store, STORE_MILLISECONDS)
}

// What leaves the page, or may be closed unseen, is stored first.
globalThis.addEventListener?.('pagehide', () => storing && store())

function store(): void {
  clearTimeout(storing)
  storing = undefined
  const text = JSON.stringify([...drafts()])
  try {
    if (drafts().size === 0) storage()?.removeItem(PREFIX + owner)
    else if (text.length <= LONGEST_STORED) storage()?.setItem(PREFIX + owner, text)
  } catch {
    // A full or forbidden storage: what was typed is still in memory.
  }
}

function restore(person: string): Map<string, FieldValues> {
  try {
    const read: unknown = JSON.parse(storage()?.getItem(PREFIX + person) ?? '[]', restoreUnread)
    return new Map(Array.isArray(read) ? (read as [string, FieldValues][]) : [])
  } catch {
    return new Map()
  }
}

function restoreUnread(_key: string, value: unknown): unknown {
  return UnreadText.restore(value) ?? value
}

function removeStored(isOver: (key: string) => boolean): void {
  const kept = storage()
  if (kept === undefined) return
  for (const key of Object.keys(kept)) if (key.startsWith(PREFIX) && isOver(key)) kept.removeItem(key)
}

/** Undefined where there is none: outside a browser. */
function storage(): Storage | undefined {
  return (globalThis as { readonly sessionStorage?: Storage }).sessionStorage
}
