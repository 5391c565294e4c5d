// Parses Markdown into blocks with offsets, within limits on size and depth.
import type { RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { lineTooLong, notText, tooDeep, tooLarge, tooManyLines } from '../diagnostics/document.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Span } from '../text/span.ts'
import { parsePlainBlocks } from './parse-plain-blocks.ts'
import { HTML, shortenRows } from './shorten-rows.ts'

const MOST_CHARACTERS = 512 * 1024
const MOST_IN_LINE = 20_000
const MOST_NESTED = 20
const MOST_INDENTED = 200
/**
 * Maximum number of headings, items, paragraphs and blank lines, which take the parser's time. Rows that follow rows,
 * and prose that follows prose, add nothing.
 */
const MOST_LINES = 6_000
/** A list or quotation in another one costs the parser far more than a line. */
const MOST_COST = 12_000

/** Inline marks are not parsed: cells, settings and headings are kept as their source, and the parser stays linear in a line. */
const INLINE = [
  'attention',
  'autolink',
  'characterEscape',
  'characterReference',
  'codeText',
  'definition',
  'hardBreakEscape',
  'htmlText',
  'labelEnd',
  'labelStartImage',
  'labelStartLink',
]

export interface ParsedMarkdown {
  readonly nodes: readonly RootContent[]
  /** The place in the text of an offset of a node: rows are shortened, and a byte order mark left out, before parsing. */
  placeOf(offset: number): number
  readonly diagnostics: readonly Diagnostic[]
  /** False if a guard kept the text from being parsed. */
  readonly read: boolean
}

export function parseMarkdown(text: string): ParsedMarkdown {
  const base = text.charCodeAt(0) === 0xfeff ? 1 : 0
  const refused = (diagnostic: Diagnostic): ParsedMarkdown => ({
    nodes: [],
    placeOf: (offset) => offset,
    diagnostics: [diagnostic],
    read: false,
  })
  if (text.length > MOST_CHARACTERS)
    return refused(tooLarge({ start: 0, end: 0 }, { size: text.length, most: MOST_CHARACTERS }))
  const nul = text.indexOf('\0')
  if (nul >= 0) return refused(notText({ start: nul, end: nul + 1 }, {}))
  const long = findLongLine(text)
  if (long) return refused(lineTooLong(long, { most: MOST_IN_LINE }))
  const deep = findDeepLine(text)
  if (deep) return refused(tooDeep(deep, { most: MOST_NESTED }))
  const { text: short, offsetOf } = shortenRows(base === 0 ? text : text.slice(base))
  const beyond = findCostlyLine(short)
  if (beyond !== undefined) {
    const at = offsetOf(beyond) + base
    return refused(tooManyLines({ start: at, end: at }, { most: MOST_LINES }))
  }
  const parse = (stretch: string): RootContent[] =>
    fromMarkdown(stretch, { extensions: [{ disable: { null: INLINE } }] }).children
  const nodes = HTML.test(short) ? parse(short) : parsePlainBlocks(short, parse)
  return { nodes, placeOf: (offset) => offsetOf(offset) + base, diagnostics: [], read: true }
}

/** The beginning of a line that is too long. */
function findLongLine(text: string): Span | undefined {
  for (let start = 0; text.length - start > MOST_IN_LINE;) {
    const last = start + MOST_IN_LINE
    const ending = Math.max(text.lastIndexOf('\n', last), text.lastIndexOf('\r', last))
    if (ending < start) return { start, end: start }
    start = ending + 1
  }
  return undefined
}

/** A line with very many markers of quotations and lists, or an item behind a very wide margin: the parser takes quadratic time on such. */
function findDeepLine(text: string): Span | undefined {
  const line = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/gm
  for (let found = line.exec(text); found !== null; found = line.exec(text)) {
    const markers = found[0].match(/>|[-+*]|\d+[.)]/g) ?? []
    const margin = /^[ \t]*/.exec(found[0])?.[0].length ?? 0
    const span = { start: found.index, end: found.index + found[0].length }
    const rest = text.slice(found.index, endOfLine(text, found.index))
    if (margin > MOST_INDENTED || (markers.length > MOST_NESTED && !RULE.test(rest))) return span
    line.lastIndex = Math.max(line.lastIndex, found.index + rest.length)
  }
  return undefined
}

/** A line across, of dashes or stars. */
const RULE = /^\s*([-*_])(?:[ \t]*\1)*\s*$/

/** Finds the start of the line that makes a shortened text too expensive to parse. */
function findCostlyLine(short: string): number | undefined {
  let lines = 0
  let cost = 0
  const line = /[^\r\n]*(?:\r\n?|\n|$)/g
  for (let found = line.exec(short); found !== null && found[0] !== ''; found = line.exec(short)) {
    const isRule = RULE.test(found[0])
    const markers = isRule ? 0 : (/^[ \t>*+\-.)\d]*/.exec(found[0])?.[0].match(/>|[-+*.)](?=[ \t]|$)/g) ?? []).length
    lines += 1
    cost += 1 + markers ** 3
    if (lines > MOST_LINES || cost > MOST_COST) return found.index
  }
  return undefined
}

function endOfLine(text: string, from: number): number {
  const ending = /[\r\n]|$/g
  ending.lastIndex = from
  return ending.exec(text)?.index ?? text.length
}
