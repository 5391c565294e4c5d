// Shows Markdown: plain paragraphs at once, all else when what renders it is loaded.
import { loadPart } from '../load-page.tsx'
import { splitMentions } from './mark-mentions.ts'
import classes from './markdown.module.css'

export interface MarkdownProps {
  readonly text: string
  readonly quiet?: boolean
  /** Names of the people who are mentioned in the text, the longest first. */
  readonly names?: readonly string[]
}

const MarkdownText = loadPart<MarkdownProps>(async () => (await import('./markdown-text.tsx')).MarkdownText, PlainText)

export function Markdown(props: MarkdownProps) {
  return isPlain(props.text) ? <PlainText {...props} /> : <MarkdownText {...props} />
}

function PlainText({ text, quiet = false, names = [] }: MarkdownProps) {
  return (
    <div className={`${classes['prose']} ${quiet ? classes['quiet'] : ''}`}>
      {paragraphsOf(text).map((paragraph, index) => (
        <p key={index}>
          <Mentions text={paragraph} names={names} />
        </p>
      ))}
    </div>
  )
}

/** A text with its mentions marked. */
export function Mentions({ text, names }: { readonly text: string; readonly names: readonly string[] }) {
  return splitMentions(text, names).map((part, at) =>
    at % 2 === 1 ? (
      <span key={at} className={classes['mention']}>
        {part}
      </span>
    ) : (
      part
    ),
  )
}

/** Letters that mean something anywhere, and beginnings of lines that do: lists, quotations, headings, code. */
const MARKUP = /[*_`#[\]<>|~\\&!]|^ *(?:[-+=]|\d+[.)])|^(?: {4}|\t)| {2}$/m

/** Matches text that may be an address and so becomes a link. */
const ADDRESS = /https?:\/\/|www\.|[\w.+-]@[\w-]/i

/** Whether the text means what it says: then nothing has to be loaded to show it. */
export function isPlain(text: string): boolean {
  return !MARKUP.test(text) && !ADDRESS.test(text)
}

export function paragraphsOf(text: string): readonly string[] {
  return text.split(/\n\s*\n/).flatMap((paragraph) => paragraph.trim() || [])
}
