// Writes several texts in one cell, with commas between them, and reads them back as they were.

/** An entry that could be taken for something else stands in quotes, and its own quotes are doubled: `Jones, "Smith, John"`. */
export function joinList(entries: readonly string[]): string {
  return entries.map((entry) => (needsQuotes(entry) ? `"${entry.replaceAll('"', '""')}"` : entry)).join(', ')
}

/** Empty entries are none. A quote that does not close right before a comma is part of the text, as in `5" pipe`. */
export function splitList(text: string): readonly string[] {
  const entries: string[] = []
  for (let at = 0; at < text.length;) {
    const quoted = quotedAt(text, at)
    if (quoted !== undefined) {
      entries.push(quoted.entry)
      at = quoted.end
      continue
    }
    const comma = text.indexOf(',', at)
    const end = comma < 0 ? text.length : comma
    const entry = text.slice(at, end).trim()
    if (entry !== '') entries.push(entry)
    at = end + 1
  }
  return entries
}

function needsQuotes(entry: string): boolean {
  return entry === '' || entry.includes(',') || entry.startsWith('"') || entry !== entry.trim()
}

const BLANKS = /\s*/y
const BEHIND = /\s*(?:,|$)/y

/** The entry in quotes that begins here, and where the next one begins; undefined where there is none. */
function quotedAt(text: string, at: number): { readonly entry: string; readonly end: number } | undefined {
  BLANKS.lastIndex = at
  const opening = at + (BLANKS.exec(text)?.[0].length ?? 0)
  if (text[opening] !== '"') return undefined
  let closing = text.indexOf('"', opening + 1)
  while (closing >= 0 && text[closing + 1] === '"') closing = text.indexOf('"', closing + 2)
  if (closing < 0) return undefined
  BEHIND.lastIndex = closing + 1
  const behind = BEHIND.exec(text)
  if (behind === null) return undefined
  return { entry: text.slice(opening + 1, closing).replaceAll('""', '"'), end: closing + 1 + behind[0].length }
}
