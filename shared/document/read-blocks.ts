// Turns parsed Markdown into the blocks of a document.
import type { Code as CodeNode, RootContent } from 'mdast'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Fragment } from '../text/fragment.ts'
import { fragment } from '../text/fragment.ts'
import type { Span } from '../text/span.ts'
import type { Block } from './document.ts'
import { hiddenForm, isComment } from './hidden-forms.ts'
import type { ParsedMarkdown } from './parse-markdown.ts'
import { readList } from './read-list.ts'
import { proseOf, readParagraph } from './read-paragraph.ts'

export interface BlockReader {
  blocks(nodes: readonly RootContent[]): Block[]
  spanOf(node: RootContent | { readonly position?: RootContent['position'] }): Span
  fragmentOf(node: RootContent): Fragment
}

/** `placeOf` tells where in the text an offset of a node is (see `ParsedMarkdown`). */
export function blockReader(text: string, placeOf: ParsedMarkdown['placeOf'], diagnostics: Diagnostic[]): BlockReader {
  const reader: BlockReader = {
    blocks: (nodes) => nodes.flatMap((node) => readNode(node)),
    spanOf: (node) => ({
      start: placeOf(node.position?.start.offset ?? 0),
      end: placeOf(node.position?.end.offset ?? 0),
    }),
    fragmentOf: (node) => {
      const span = reader.spanOf(node)
      return fragment(text.slice(span.start, span.end), span.start)
    },
  }
  return reader

  function readNode(node: RootContent): Block[] {
    const span = reader.spanOf(node)
    if (node.type === 'paragraph') return readParagraph(text, span, diagnostics)
    if (node.type === 'list') return readList(node, reader)
    if (node.type === 'code' && /^(?:```|~~~)/.test(text.slice(span.start, span.start + 3))) {
      return [{ kind: 'code', language: node.lang ?? '', text: codeText(node, text, span), span }]
    }
    if (node.type === 'html' && isComment(node.value)) return []
    const hidden = hiddenForm(node, text, span)
    if (hidden) diagnostics.push(hidden)
    return [proseOf(text, span)]
  }
}

/** Extracts the text between the fences, without the indentation of the fence. The text ends without a line break. */
function codeText(node: CodeNode, text: string, span: Span): Fragment {
  const margin = (node.position?.start.column ?? 1) - 1
  const lines = text.slice(span.start, span.end).split(/(?<=\n)|(?<=\r)(?!\n)/)
  const fence = /^(?:`+|~+)/.exec(lines[0] ?? '')?.[0] ?? ''
  const closed = lines.length > 1 && (lines.at(-1) ?? '').replace(/^[ \t>]+/, '').startsWith(fence)
  let at = span.start + (lines[0]?.length ?? 0)
  const start = at
  let value = ''
  const gaps: number[] = []
  for (const line of lines.slice(1, closed ? -1 : undefined)) {
    const left = Math.min(margin, /^[ \t]*/.exec(line)?.[0].length ?? 0)
    for (let skipped = 0; skipped < left; skipped++) gaps.push(value.length)
    value += line.slice(left)
    at += line.length
  }
  return { value: value.replace(/(?:\r\n|\r|\n)$/, ''), start, gaps }
}
