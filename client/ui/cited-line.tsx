// Shows the cited sentence of the document below a refusal.
import { Link } from 'react-router-dom'
import { sayWith } from '../words/say-with.tsx'
import { say } from '../words/say.ts'
import classes from './cited-line.module.css'

export interface CitedSentence {
  readonly point: number
  readonly line: number
  readonly text: string
}

interface Props {
  readonly cite: CitedSentence
  /** Path at which the line can be read in its context. */
  readonly to?: string | undefined
}

export function CitedLine({ cite, to }: Props) {
  const line = say('line {line}', { line: String(cite.line) })
  return (
    <figure className={classes['cited']}>
      <figcaption>
        {sayWith('The document says ({line}):', { line: to ? <Link to={to}>{line}</Link> : line })}
      </figcaption>
      <blockquote>{readableLine(cite.text)}</blockquote>
    </figure>
  )
}

/** A row of a table reads as its cells with dots between; marks of lists and headings are left out. */
export function readableLine(text: string): string {
  const trimmed = text.trim()
  if (!trimmed.startsWith('|')) return trimmed.replace(/^(?:#+|[-*])\s+/, '')
  return trimmed
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|').replaceAll('`', ''))
    .filter((cell) => cell !== '')
    .join(' · ')
}
