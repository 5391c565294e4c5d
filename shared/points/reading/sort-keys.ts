// Reads an order: `priority descending, due_at`.
import type { Fragment } from '../../text/fragment.ts'
import { matchParts } from '../../text/match.ts'
import { splitList } from '../../text/split.ts'
import { bare } from '../../text/values.ts'
import type { SortKey } from '../declarations.ts'

export function readSortKeys(text: Fragment): SortKey[] {
  return splitList(bare(text)).map((key) => {
    const found = matchParts(key, /^(.+?)\s+(?:(asc(?:ending)?)|desc(?:ending)?|down)$/is)
    const field = found?.[1] ?? key
    return { field: bare(field), descending: found !== undefined && found[2] === undefined }
  })
}
