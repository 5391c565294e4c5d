// Reads an order: `priority descending, due_at`.
import type { Fragment } from '../../text/fragment.ts'
import { matchParts } from '../../text/match-parts.ts'
import { splitFragment } from '../../text/split.ts'
import { bare } from '../../text/written-values.ts'
import type { SortKeyDeclaration } from '../2-screens/declarations.ts'

export function readSortKeys(text: Fragment): SortKeyDeclaration[] {
  return splitFragment(bare(text)).map((key) => {
    const found = matchParts(key, /^(.+?)\s+(?:(asc(?:ending)?)|desc(?:ending)?|down)$/dis)
    const field = found?.[1] ?? key
    return { field: bare(field), descending: found !== undefined && found[2] === undefined }
  })
}
