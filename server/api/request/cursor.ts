// Writes and reads list cursors: the last record's sort keys, bound to one list, opaque to callers.
import { refused } from '../../policy/refused.ts'

/** `list` names what the cursor continues (entity, filter, sort): a cursor fits no other list. */
export function writeCursor(list: string, values: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([markOf(list), ...values])).toString('base64url')
}

/** The values as storage gave them; what was not made by `writeCursor` for this list is refused. */
export function readCursor(list: string, cursor: string): readonly unknown[] {
  if (cursor.length <= LONGEST && /^[\w-]+$/.test(cursor)) {
    try {
      const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
      if (Array.isArray(read) && read.length > 1 && read[0] === markOf(list) && read.every(isScalar))
        return read.slice(1)
    } catch {
      // Not JSON: no cursor of ours.
    }
  }
  throw refused('bad_cursor')
}

const LONGEST = 8_000

/** Tells lists apart and keeps no secret (FNV-1a): a digest took longer than the rest of the cursor. */
function markOf(list: string): string {
  let mark = 0x811c9dc5
  for (let at = 0; at < list.length; at++) mark = Math.imul(mark ^ list.charCodeAt(at), 0x01000193)
  return (mark >>> 0).toString(36)
}

function isScalar(value: unknown): boolean {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  )
}
