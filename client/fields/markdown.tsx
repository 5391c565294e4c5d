// Shows Markdown as prose.
import { useMentionedNames } from '../data/notices/mentioned-names.ts'
import { LongText } from '../ui/text/long-text.tsx'
import { Markdown } from '../ui/text/markdown.tsx'
import type { FieldView, ShowProps } from './field-view.ts'
import classes from './long-text.module.css'

export const markdown: FieldView = { Show: ShowMarkdown, long: true }

function ShowMarkdown({ value, compact }: ShowProps) {
  return compact ? <span className={classes['short']}>{String(value)}</span> : <MarkdownValue text={String(value)} />
}

function MarkdownValue({ text }: { readonly text: string }) {
  const names = useMentionedNames(text)
  return <LongText text={text}>{(part) => <Markdown text={part} names={names} />}</LongText>
}
