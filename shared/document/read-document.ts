// Reads Markdown into the nine headed sections of a document.
import type { Heading as HeadingNode, RootContent } from 'mdast'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import * as say from '../diagnostics/document.ts'
import type { Fragment } from '../text/fragment.ts'
import { removeComments } from '../text/remove-comments.ts'
import { fragment } from '../text/fragment.ts'
import type { Span } from '../text/span.ts'
import { removeEmphasis } from '../text/remove-markup.ts'
import type { Block, Document, Heading, Part, PointNumber, Section } from './document.ts'
import { parseMarkdown } from './parse-markdown.ts'
import type { BlockReader } from './read-blocks.ts'
import { blockReader } from './read-blocks.ts'
import { proseOf } from './read-paragraph.ts'
import { POINT_TITLES, POINTS, pointTitled } from './point-titles.ts'

/** A heading of level 1 to 4, and the nodes below it up to the next one. */
interface SectionRange {
  readonly heading: Heading | undefined
  readonly nodes: RootContent[]
}

/** Never throws; a text that a guard refuses gives an empty document and one error. */
export function readDocument(text: string): { document: Document; diagnostics: Diagnostic[] } {
  const parsed = parseMarkdown(text)
  const diagnostics: Diagnostic[] = [...parsed.diagnostics]
  if (!parsed.read) return { document: { text, title: undefined, introduction: [], sections: [] }, diagnostics }
  const reader = blockReader(text, parsed.placeOf, diagnostics)
  const stretches = cutAtHeadings(parsed.nodes, text, reader, diagnostics)
  const firstPoint = stretches.findIndex((stretch) => stretch.heading?.level === 2)
  const above = firstPoint < 0 ? stretches : stretches.slice(0, firstPoint)
  const title = above.find((stretch) => stretch.heading?.level === 1)?.heading
  if (!title) diagnostics.push(say.noTitle({ start: parsed.placeOf(0), end: parsed.placeOf(0) }, {}))
  const introduction = readIntroduction(above, text, reader, diagnostics)
  const sections = readSections(firstPoint < 0 ? [] : stretches.slice(firstPoint), reader, diagnostics)
  reportOrder(sections, text, diagnostics)
  return { document: { text, title, introduction, sections }, diagnostics }
}

function cutAtHeadings(
  nodes: readonly RootContent[],
  text: string,
  reader: BlockReader,
  diagnostics: Diagnostic[],
): SectionRange[] {
  const stretches: SectionRange[] = [{ heading: undefined, nodes: [] }]
  let titled = false
  for (const node of nodes) {
    const last = stretches.at(-1)
    const prose = node.type === 'heading' && (node.depth > 4 || (node.depth === 1 && titled))
    if (node.type !== 'heading' || prose) {
      if (prose)
        diagnostics.push(
          node.depth > 4
            ? say.deepHeading(reader.spanOf(node), { level: node.depth })
            : say.secondTitle(reader.spanOf(node), {}),
        )
      last?.nodes.push(node)
      continue
    }
    titled ||= node.depth === 1
    stretches.push({ heading: readHeading(node, text, reader), nodes: [] })
  }
  return stretches
}

function readHeading(node: HeadingNode, text: string, reader: BlockReader): Heading {
  const span = reader.spanOf(node)
  const source = text.slice(span.start, span.end)
  const marks = /^#{1,6}/.exec(source)?.[0].length ?? 0
  const inner =
    marks > 0 ? source.slice(marks).replace(/(?:[ \t]#+)?[ \t]*$/, '') : source.replace(/[\r\n]+[^\r\n]*$/, '')
  return { level: node.depth, text: removeEmphasis(removeComments(fragment(inner, span.start + marks))), span }
}

function readIntroduction(
  above: readonly SectionRange[],
  text: string,
  reader: BlockReader,
  diagnostics: Diagnostic[],
): Block[] {
  return above.flatMap(({ heading, nodes }) => {
    const blocks = reader.blocks(nodes)
    if (!heading || heading.level === 1) return blocks
    diagnostics.push(say.headingAboveFirstPoint(heading.span, {}))
    return [proseOf(text, heading.span), ...blocks]
  })
}

function readSections(stretches: readonly SectionRange[], reader: BlockReader, diagnostics: Diagnostic[]): Section[] {
  const sections: Section[] = []
  for (let at = 0; at < stretches.length;) {
    const heading = stretches[at]?.heading
    let end = at + 1
    while (end < stretches.length && stretches[end]?.heading?.level !== 2) end++
    const own = stretches.slice(at, end)
    at = end
    if (!heading) continue
    const point = readPoint(heading.text)
    if (!point) {
      const title = heading.text.value
      diagnostics.push(say.headingWithoutPoint(heading.span, { heading: title, point: pointTitled(title) }))
      continue
    }
    const first = sections.find((section) => section.point === point)
    if (first) {
      const related = [{ message: 'The first one stands here.', span: first.heading.span }]
      diagnostics.push(say.doubledPoint(heading.span, { point }, { related }))
      continue
    }
    const after = sections.at(-1)?.point ?? 0
    if (after > point) diagnostics.push(say.pointOutOfOrder(heading.span, { point, after }))
    const blocks = reader.blocks(own[0]?.nodes ?? [])
    const span = { start: heading.span.start, end: endOf(own, heading.span, reader) }
    sections.push({ point, heading, blocks, parts: readParts(own.slice(1), reader), span })
  }
  return sections
}

/** `1. …`, `1) …`, `1 – …`, `**1. …**`, `Point 1: …`: the number decides. */
function readPoint(title: Fragment): PointNumber | undefined {
  const number = Number(/^[*_§\s]*(?:point\s+)?([1-9])\\?(?!\d|\.\d)(?:[\s.):*_–—-]|$)/i.exec(title.value)?.[1])
  return POINTS.find((point) => point === number)
}

function readParts(stretches: readonly SectionRange[], reader: BlockReader): Part[] {
  const parts: Part[] = []
  for (let at = 0; at < stretches.length;) {
    const heading = stretches[at]?.heading
    let end = at + 1
    while (end < stretches.length && (stretches[end]?.heading?.level ?? 0) > (heading?.level ?? 0)) end++
    const own = stretches.slice(at, end)
    at = end
    if (!heading) continue
    const span = { start: heading.span.start, end: endOf(own, heading.span, reader) }
    parts.push({ heading, blocks: reader.blocks(own[0]?.nodes ?? []), parts: readParts(own.slice(1), reader), span })
  }
  return parts
}

function endOf(stretches: readonly SectionRange[], heading: Span, reader: BlockReader): number {
  const last = stretches.at(-1)
  const node = last?.nodes.at(-1)
  return node ? reader.spanOf(node).end : (last?.heading?.span.end ?? heading.end)
}

function reportOrder(sections: readonly Section[], text: string, diagnostics: Diagnostic[]): void {
  if (sections.length === 0) {
    diagnostics.push(say.noPoints({ start: 0, end: 0 }, {}))
    return
  }
  for (const point of POINTS) {
    if (sections.some((section) => section.point === point)) continue
    const next = sections.find((section) => section.point > point)
    const span = next
      ? { start: next.heading.span.start, end: next.heading.span.start }
      : { start: text.length, end: text.length }
    diagnostics.push(say.missingPoint(span, { point, title: POINT_TITLES[point] }))
  }
}
