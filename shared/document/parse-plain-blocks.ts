// Parses headings, paragraphs and plain lists line by line; all else is left to the Markdown parser.
import type { List, ListItem, Paragraph, RootContent } from 'mdast'

interface Line {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A heading without a closing mark, which would not be part of it. */
const HEADING = /^(#{1,6})[ \t]+[^\s#](?:.*[^\s#])?$/
/** Nothing that begins so can begin another block. */
const PARAGRAPH = /^[|A-Za-z](?:.*\S)?$/
const ITEM = /^- (?=[A-Za-z"(]|\*{1,2}[A-Za-z]|`[^`])(?:.*\S)$/
const BLANK = /^[ \t]*$/
/** A heading in any form, at the margin: outside of code it ends whatever stands above it. */
const ANY_HEADING = /^#{1,6}(?:[ \t]|$)/
const FENCE = /`{3}|~{3}/

/**
 * Parses a text without HTML, whose definitions and inline marks are not read either. `parse` takes a stretch of it that is made of
 * anything else, up to the next heading: the parser takes some thirty times as long for a line.
 */
export function parsePlainBlocks(text: string, parse: (stretch: string) => readonly RootContent[]): RootContent[] {
  // The parser leaves a byte order mark out where a stretch begins with one.
  if (text.includes('\ufeff')) return [...parse(text)]
  const lines = linesOf(text)
  const nodes: RootContent[] = []
  const is = (kind: RegExp, at: number): boolean => kind.test(lines[at]?.text ?? '')
  const endOfRun = (kind: RegExp, from: number): number => {
    let at = from
    while (at < lines.length && is(kind, at)) at++
    return at
  }
  for (let at = 0; at < lines.length;) {
    const line = lines[at] as Line
    const marks = HEADING.exec(line.text)?.[1]
    if (marks !== undefined) nodes.push({ type: 'heading', depth: depthOf(marks), children: [], ...place(line, line) })
    if (marks !== undefined || BLANK.test(line.text)) {
      at++
      continue
    }
    const after = endOfRun(PARAGRAPH, at)
    const last = lines[after - 1] as Line
    if (after > at && (is(BLANK, after) || is(HEADING, after))) {
      nodes.push(paragraphOf(line, last))
      at = after
      continue
    }
    const below = endOfRun(ITEM, at)
    const next = endOfRun(BLANK, below)
    // What is set in, or another item, would go on with the list.
    if (below > at && (next >= lines.length || is(HEADING, next) || (next > below && is(PARAGRAPH, next)))) {
      nodes.push(listOf(lines.slice(at, below)))
      at = next
      continue
    }
    const from = at
    while (at < lines.length && (at === from || !is(ANY_HEADING, at))) at++
    if (lines.slice(from, at).some(({ text: each }) => FENCE.test(each))) at = lines.length
    const end = lines[at]?.start ?? text.length
    nodes.push(...parse(text.slice(line.start, end)).map((node) => shifted(node, line.start)))
  }
  return nodes
}

/** Lines end where Markdown says so. */
function linesOf(text: string): readonly Line[] {
  const lines: Line[] = []
  const ending = /\r\n?|\n|$/g
  for (let start = 0; start < text.length;) {
    ending.lastIndex = start
    const end = ending.exec(text)?.index ?? text.length
    lines.push({ start, end, text: text.slice(start, end) })
    start = Math.max(end + 1, ending.lastIndex)
  }
  return lines
}

function depthOf(marks: string): 1 | 2 | 3 | 4 | 5 | 6 {
  return marks.length as 1 | 2 | 3 | 4 | 5 | 6
}

/** Makes a position, of which only the offsets count: lines and columns are asked only of code. */
function place({ start }: Pick<Line, 'start'>, { end }: Pick<Line, 'end'>): Pick<Paragraph, 'position'> {
  const point = (offset: number) => ({ line: 1, column: 1, offset })
  return { position: { start: point(start), end: point(end) } }
}

function paragraphOf(first: Pick<Line, 'start'>, last: Line): Paragraph {
  return { type: 'paragraph', children: [], ...place(first, last) }
}

function listOf(lines: readonly Line[]): List {
  const children = lines.map((line): ListItem => ({
    type: 'listItem',
    children: [paragraphOf({ start: line.start + 2 }, line)],
    ...place(line, line),
  }))
  return { type: 'list', ordered: false, children, ...place(lines[0] as Line, lines.at(-1) as Line) }
}

/** Moves a node of a stretch that begins at `by` to its place in the text. */
function shifted(node: RootContent, by: number): RootContent {
  const waiting: RootContent[] = [node]
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    if (each.position?.start.offset !== undefined) each.position.start.offset += by
    if (each.position?.end.offset !== undefined) each.position.end.offset += by
    if ('children' in each) waiting.push(...each.children)
  }
  return node
}
