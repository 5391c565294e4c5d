// Shortens a cell or a heading of an imported table for an answer: the file may hold texts of many megabytes.

const MOST_QUOTED = 200

export function quoteCell(text: string): string {
  if (text.length <= MOST_QUOTED) return text
  // No pair of surrogates is torn.
  return `${text.slice(0, MOST_QUOTED - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
