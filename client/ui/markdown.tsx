// Shows Markdown; until what renders it is loaded, its text as it is written.
import { loadPart } from './load-page.tsx'
import classes from './markdown.module.css'

interface Props {
  readonly text: string
  readonly quiet?: boolean
}

export const Markdown = loadPart<Props>(async () => (await import('./markdown-text.tsx')).MarkdownText, PlainText)

function PlainText({ text, quiet = false }: Props) {
  return <div className={`${classes['prose']} ${classes['plain']} ${quiet ? classes['quiet'] : ''}`}>{text}</div>
}
