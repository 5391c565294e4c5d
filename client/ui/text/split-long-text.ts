// Splits a long text into parts that are each shown soon: by its lines, its characters and its marks.

/**
 * Limits of one part. Tables and emphasis take a time that grows faster than their number: a thousand marks are 30
 * ms.
 */
const MOST = { lines: 1_000, characters: 40_000, marks: 1_000 } as const

/** Characters that Markdown looks for a partner of, or makes an element of. */
const MARK = /[*_`~[\]!<|@]|:\/\//g
const FENCE = /^ {0,3}(`{3,}|~{3,})/
const UNDER_HEADINGS = /^[-:| \t]+$/

interface Open {
  /** The line that opened a block of code which has no end yet. */
  readonly fence?: string
  /** Headings of a table, and the line below them. */
  readonly table?: readonly string[]
}

/**
 * The parts in their order; most texts are one. A block of code or a table that is parted goes on in the next part as such, under its
 * headings. A line that is too long by itself is parted too.
 */
export function splitLongText(text: string): readonly string[] {
  if (text.length <= MOST.marks) return [text]
  const parts: string[] = []
  let lines: string[] = []
  let left: { readonly [Each in keyof typeof MOST]: number } = MOST
  let open: Open = {}
  const endPart = (): void => {
    if (lines.length > 0) parts.push(lines.join('\n'))
    lines = open.fence === undefined ? [...(open.table ?? [])] : [open.fence]
    left = MOST
  }
  for (const line of text.split('\n').flatMap(splitLine)) {
    const cost = costOf(line)
    if (left.lines < 1 || left.characters < cost.characters || left.marks < cost.marks) {
      if (open.fence !== undefined) lines.push(closingOf(open.fence))
      endPart()
    }
    left = {
      lines: left.lines - 1,
      characters: left.characters - cost.characters,
      marks: left.marks - cost.marks,
    }
    open = openAfter(open, line, lines.at(-1))
    lines.push(line)
  }
  parts.push(lines.join('\n'))
  return parts
}

function costOf(line: string): { readonly characters: number; readonly marks: number } {
  return { characters: line.length, marks: line.match(MARK)?.length ?? 0 }
}

/** Headings of a table are said again: they take no more than a part of what a part may have. */
const LONGEST_HEADINGS = 500

function openAfter({ fence, table }: Open, line: string, before: string | undefined): Open {
  const opens = FENCE.exec(line)?.[1]
  if (fence !== undefined) return opens !== undefined && opens.startsWith(closingOf(fence)) ? {} : { fence }
  if (opens !== undefined) return { fence: line.slice(0, LONGEST_HEADINGS) }
  if (line.trim() === '') return {}
  if (table !== undefined) return { table }
  const isHeaded = before?.includes('|') === true && UNDER_HEADINGS.test(line) && line.includes('-')
  return isHeaded && before.length + line.length <= LONGEST_HEADINGS ? { table: [before, line] } : {}
}

function closingOf(fence: string): string {
  return FENCE.exec(fence)?.[1] ?? ''
}

/** Splits a line at half the limits of a part, so that two pieces never exceed them. */
function splitLine(line: string): readonly string[] {
  if (line.length <= MOST.marks / 2) return [line]
  const pieces: string[] = []
  let from = 0
  let marks = 0
  for (const { index } of line.matchAll(MARK)) {
    marks += 1
    if (marks < MOST.marks / 2 && index - from < MOST.characters / 2) continue
    pieces.push(...splitByLength(line.slice(from, index)))
    from = index
    marks = 1
  }
  return [...pieces, ...splitByLength(line.slice(from))]
}

function splitByLength(line: string): readonly string[] {
  const pieces: string[] = []
  for (let from = 0; from < line.length;) {
    // Not within a character beyond the basic plane.
    const end = from + MOST.characters / 2
    const to = /[\uDC00-\uDFFF]/.test(line.charAt(end)) ? end + 1 : end
    pieces.push(line.slice(from, to))
    from = to
  }
  return pieces
}
