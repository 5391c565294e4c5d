// The documents that explain a code: the example of `messages.md`, put into the document that stands at the page's top.
import { readFileSync } from 'node:fs'
import type { Explanation } from '#shared/diagnostics/explanations.ts'

export const MESSAGES = readFileSync(new URL('../../shared/diagnostics/messages.md', import.meta.url), 'utf8')

const BASE = /^```markdown\n([^]*?)\n```$/m.exec(MESSAGES)?.[1] ?? ''

const COMMENT = /^### Comment\n[^]*?(?=\n\n## 4)/m.exec(BASE)?.[0] ?? ''

/** The whole document; undefined where the code has no example. */
export function explainedDocument({ example }: Explanation): string | undefined {
  if (!example) return undefined
  const { place, text } = example
  if (place === '') return text
  if (place === 'expression') {
    const condition = text.replaceAll('|', '\\|')
    return withPoint(BASE, '5', `| rule | entity | must hold |\n|---|---|---|\n| A rule | Ticket | \`${condition}\` |`)
  }
  if (!text.startsWith('## ')) return withPoint(BASE, place, text)
  return `\n${text}`
    .split(/^(?=## \d)/m)
    .slice(1)
    .reduce((document, part) => withPoint(document, part[3] ?? '', part.replace(/^.*\n/, '').trim()), BASE)
}

/** A point is replaced; in point 3 the entity that the example does not describe stays. */
function withPoint(document: string, point: string, example: string): string {
  const stays = point === '3' && example.includes('### Ticket') && !example.includes('### Comment')
  const text = stays ? `${example}\n\n${COMMENT}` : example
  return document
    .split(/^(?=## \d)/m)
    .map((section) =>
      section.startsWith(`## ${point}.`) ? `${section.split('\n')[0]}\n\n${text}${text === '' ? '' : '\n\n'}` : section,
    )
    .join('')
}
