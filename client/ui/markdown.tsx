// Shows Markdown: plain paragraphs at once, all else when what renders it is loaded.
import { loadPart } from './load-page.tsx'
import classes from './markdown.module.css'

interface Props {
  readonly text: string
  readonly quiet?: boolean
}

const MarkdownText = loadPart<Props>(async () => (await import('./markdown-text.tsx')).MarkdownText, PlainText)

export function Markdown(props: Props) {
  return isPlain(props.text) ? <PlainText {...props} /> : <MarkdownText {...props} />
}

function PlainText({ text, quiet = false }: Props) {
  return (
    <div className={`${classes['prose']} ${quiet ? classes['quiet'] : ''}`}>
      {paragraphsOf(text).map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  )
}

/** Letters that mean something anywhere, and beginnings of lines that do: lists, quotations, headings, code. */
const MARKUP = /[*_`#[\]<>|~\\&!]|^ *(?:[-+=]|\d+[.)])|^(?: {4}|\t)| {2}$/m

/** Whether the text means what it says: then nothing has to be loaded to show it. */
export function isPlain(text: string): boolean {
  return !MARKUP.test(text)
}

export function paragraphsOf(text: string): readonly string[] {
  return text.split(/\n\s*\n/).flatMap((paragraph) => paragraph.trim() || [])
}
