// Shows Markdown with HTML escaped and unsafe addresses removed.
import { micromark } from 'micromark'
import { gfmAutolinkLiteral, gfmAutolinkLiteralHtml } from 'micromark-extension-gfm-autolink-literal'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'
import type { MouseEvent } from 'react'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { markMentions } from './mark-mentions.ts'
import type { MarkdownProps } from './markdown.tsx'
import classes from './markdown.module.css'

export function MarkdownText({ text, quiet = false, names = NOBODY }: MarkdownProps) {
  const navigate = useNavigate()
  const html = useMemo(() => markMentions(renderMarkdown(text), names, classes['mention'] ?? ''), [text, names])
  // Links within the application move without loading the page anew.
  const follow = (event: MouseEvent<HTMLDivElement>) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const path = link?.getAttribute('href') ?? ''
    if (
      !path.startsWith('/') ||
      path.startsWith('//') ||
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey
    )
      return
    event.preventDefault()
    void navigate(path)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- links inside answer to the keyboard themselves
    <div
      className={`${classes['prose']} ${quiet ? classes['quiet'] : ''}`}
      onClick={follow}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

const NOBODY: readonly string[] = []

/** HTML that is safe to show: micromark escapes HTML and drops addresses of unknown protocols; headings fit below the page's own. */
export function renderMarkdown(text: string): string {
  return (
    micromark(text, {
      extensions: [gfmTable(), gfmAutolinkLiteral()],
      htmlExtensions: [gfmTableHtml(), gfmAutolinkLiteralHtml()],
    })
      .replaceAll(/<(\/?)h[1-6]>/g, '<$1h3>')
      // What is wider than the page is moved by the keyboard too.
      .replaceAll('<pre>', '<pre tabindex="0">')
      // The policy of this page allows no style attributes, and pictures only from here.
      .replaceAll(/ align="(left|right|center)"/g, ' data-align="$1"')
  )
}
