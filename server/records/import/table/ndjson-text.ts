// Reads a JSON object a line, as `export` writes them: its names are columns, its values those of the API.
import { setImmediate } from 'node:timers/promises'
import { refused } from '../../../policy/refused.ts'
import type { TakeLine } from './csv-text.ts'
import type { TableCell } from './table-cell.ts'
import { DEEPEST_JSON, LONGEST_JSON_LINE, MOST_COLUMNS } from './table-limits.ts'

/** Lines that are read before others have a turn. */
const AT_ONCE = 200

/** The first line that `take` gets, 0, holds all names of all lines. */
export async function readNdjson(text: string, mostRows: number, take: TakeLine<TableCell>): Promise<void> {
  const names = new Map<string, number>()
  const rows: { readonly line: number; readonly object: { readonly [name: string]: unknown } }[] = []
  for (let begin = 0, line = 1; begin < text.length; line++) {
    const next = text.indexOf('\n', begin)
    const written = text.slice(begin, next === -1 ? text.length : next)
    begin += written.length + 1
    if (line % AT_ONCE === 0) await setImmediate()
    if (written.trim() === '') continue
    if (rows.length >= mostRows) throw refused('too_many_to_import', { most: mostRows })
    const object = readObject(written, line)
    for (const name of Object.keys(object)) if (!names.has(name)) names.set(name, names.size)
    if (names.size > MOST_COLUMNS) throw refused('too_many_columns', { most: MOST_COLUMNS })
    rows.push({ line, object })
  }
  const headings = [...names.keys()]
  take(0, headings)
  for (const [at, { line, object }] of rows.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate()
    take(
      line,
      headings.map((name) => jsonCell(object[name])),
    )
  }
}

export function isNdjson(text: string): boolean {
  const first = text.slice(0, LONGEST_JSON_LINE).trimStart().split('\n', 1)[0] ?? ''
  if (!first.startsWith('{')) return false
  try {
    return typeof JSON.parse(first) === 'object'
  } catch {
    return false
  }
}

function readObject(written: string, line: number): { readonly [name: string]: unknown } {
  if (written.length <= LONGEST_JSON_LINE && depthOf(written) <= DEEPEST_JSON) {
    try {
      const read: unknown = JSON.parse(written)
      if (typeof read === 'object' && read !== null && !Array.isArray(read)) return { ...read }
    } catch {
      // It is said below.
    }
  }
  throw refused('json_line_unreadable', { line })
}

function depthOf(written: string): number {
  let depth = 0
  let deepest = 0
  for (const [mark] of written.replaceAll(/"(?:[^"\\]|\\[^]|\\$)*(?:"|$)/g, '').matchAll(/[[\]{}]/g)) {
    depth += mark === '[' || mark === '{' ? 1 : -1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

function jsonCell(value: unknown): TableCell {
  if (value === null || value === undefined || value === '') return ''
  const shown = typeof value === 'string' ? value : JSON.stringify(value)
  return { shown, is: 'json', exact: shown, json: value }
}
