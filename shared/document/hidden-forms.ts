// Finds tables and headings hidden in quotations, HTML or unclosed comments.
import type { RootContent } from 'mdast'
import { commentNotClosed, notReadHere } from '../diagnostics/document.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Span } from '../text/span.ts'
import { isDelimiter, linesOf } from './read-paragraph.ts'

const WHERE: ReadonlyMap<string, string> = new Map([
  ['html', 'HTML'],
  ['blockquote', 'a quotation'],
  ['code', 'an indented block'],
])

/** Is this HTML a comment, which nobody is shown? */
export function isComment(html: string): boolean {
  return /^<!--.*-->\s*$/s.test(html)
}

/**
 * Reports a form that the author meant to be read but that the language does not read at this place. A closed comment
 * is not reported, because it is left out on purpose.
 */
export function hiddenForm(node: RootContent, text: string, span: Span): Diagnostic | undefined {
  if (node.type === 'heading' && node.depth > 1 && node.depth < 5)
    return notReadHere(span, { what: 'A heading', where: 'a list or a quotation' })
  if (node.type === 'html' && node.value.startsWith('<!--') && !node.value.includes('-->'))
    return commentNotClosed({ start: span.start, end: span.start + 4 }, {})
  const where = WHERE.get(node.type)
  if (where === undefined) return undefined
  for (const line of linesOf(text, span)) {
    const what = formOf(text.slice(line.start, line.end).replace(/^[>\s]+/, ''), node.type)
    if (what !== undefined) return notReadHere(line, { what, where })
  }
  return undefined
}

function formOf(line: string, within: string): string | undefined {
  if (isDelimiter(line)) return 'A table'
  if (/^#{2,4}[ \t]+\S/.test(line)) return 'A heading'
  return within !== 'code' && /^[-*+][ \t]+[\w*`-][\w *`-]{0,39}:\s/.test(line) ? 'A setting' : undefined
}
