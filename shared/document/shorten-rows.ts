// Shortens table rows and prose before Markdown is parsed, which saves most of the time.

export interface ShortenedText {
  readonly text: string
  /** The offset in the whole text of one in the shortened text; the end of what was shortened is the end of its last line. */
  offsetOf(offset: number): number
}

/**
 * Lines that begin with a bar or a word character, one below the other, become one character. Nothing that such a line could hold means
 * anything to the parser, but for what may end HTML that began above (a `>`); what blocks say is read from the whole text anyway.
 */
export function shortenRows(text: string): ShortenedText {
  // Where each stretch of lines ends in the shortened text, and what is missing up to there.
  const ends: number[] = []
  const missing: number[] = []
  let removed = 0
  const short = text.replaceAll(HTML.test(text) ? LINES_WITHOUT_END_OF_HTML : LINES, (lines: string, at: number) => {
    ends.push(at - removed + 1)
    removed += lines.length - 1
    missing.push(removed)
    return lines.charAt(0)
  })
  return { text: short, offsetOf: (offset) => offset + (missing[countUpTo(ends, offset) - 1] ?? 0) }
}

/** A line that may begin HTML, wherever its margin and the marks before it end. */
export const HTML = /(?:^|[\r\n])[ \t>*+\-.)\d]*</

// Lines end where Markdown says so, which is not where `^` and `$` see an end.
const LINES =
  /(?<![^\r\n])[|A-Za-z](?:[^\r\n]*[^\s])?(?:(?:\r\n?|\n)[|A-Za-z](?:[^\r\n]*[^\s])?(?![^\r\n]))*(?![^\r\n])/g
const LINES_WITHOUT_END_OF_HTML =
  /(?<![^\r\n])\|[^\r\n>]*[^\s>](?:(?:\r\n?|\n)\|[^\r\n>]*[^\s>](?![^\r\n]))*(?![^\r\n])/g

/** How many of the sorted numbers are at most `most`. */
function countUpTo(sorted: readonly number[], most: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) <= most) low = middle + 1
    else high = middle
  }
  return low
}
