// Remembers which records a person opened and chose last, in this tab only: these are offered first.
import { useEffect } from 'react'
import { BASE_PATH } from './base-path.ts'

export interface RecentRecord {
  readonly path: string
  readonly title: string
  /** The entity's identifier. */
  readonly entity: string
}

const MOST_RECENT = 8

export function readRecent(person: string): readonly RecentRecord[] {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(keyFor(person)) ?? '[]')
    return Array.isArray(read) ? read.filter(isRecent) : []
  } catch {
    return []
  }
}

/** Notes that the record is open; its title may change while it is. */
export function useRecentRecord(person: string | undefined, { path, title, entity }: RecentRecord): void {
  useEffect(() => {
    if (person === undefined) return
    const others = readRecent(person).filter((each) => each.path !== path)
    try {
      sessionStorage.setItem(keyFor(person), JSON.stringify([{ path, title, entity }, ...others].slice(0, MOST_RECENT)))
    } catch {
      // A browser that keeps nothing still opens records.
    }
  }, [person, path, title, entity])
}

const MOST_RECENT_CHOICES = 5

/** Reads the ids that the person chose last where a record of the entity was asked for, the latest first. */
export function readRecentChoices(person: string, entity: string): readonly string[] {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(choicesKey(person, entity)) ?? '[]')
    return Array.isArray(read) ? read.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function noteChoice(person: string, entity: string, id: string): void {
  const others = readRecentChoices(person, entity).filter((each) => each !== id)
  try {
    sessionStorage.setItem(choicesKey(person, entity), JSON.stringify([id, ...others].slice(0, MOST_RECENT_CHOICES)))
  } catch {
    // As above.
  }
}

/**
 * Deletes everything remembered about a person, at sign-out or when the session has ended, so that nothing stays for
 * the next person.
 */
export function forgetRecent(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
}

const PREFIX = `${BASE_PATH}verbatim-recent-`

function keyFor(person: string): string {
  return PREFIX + person
}

function choicesKey(person: string, entity: string): string {
  return `${PREFIX}choices-${entity}-${person}`
}

function isRecent(value: unknown): value is RecentRecord {
  if (typeof value !== 'object' || value === null) return false
  return ['path', 'title', 'entity'].every((name) => typeof (value as { [name: string]: unknown })[name] === 'string')
}
