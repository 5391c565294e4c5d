// Reads a request's URL: its decoded path segments after `/api`, and its query parameters.
import { MOST_CHARACTERS } from '#shared/text/characters/bounded-text.ts'
import { refused } from '../../policy/refused.ts'

export const NO_QUERY = new URLSearchParams()
const LONGEST_QUERY = MOST_CHARACTERS.parameter

/** Each parameter once: of two that differ, somebody else might have read the other. */
export function readQuery(text: string): URLSearchParams {
  if (text.length > LONGEST_QUERY) throw refused('address_too_long', { most: LONGEST_QUERY })
  const query = new URLSearchParams(text)
  const names = new Set<string>()
  for (const name of query.keys()) {
    if (names.has(name)) throw refused('parameter_twice', { parameter: name })
    names.add(name)
  }
  return query
}

/** `/api/tickets/…` → the decoded rest; an empty segment, or what can't be decoded, leads nowhere. */
export function readPathSegments(path: string): readonly string[] | undefined {
  const segments = path.split('/').slice(2)
  if (segments.length === 0 || segments.includes('')) return undefined
  if (!path.includes('%')) return segments
  try {
    return segments.map(decodeURIComponent)
  } catch {
    return undefined
  }
}
