// Shows texts of several lines.
import { useMentionedNames } from '../data/notices/mentioned-names.ts'
import { Mentions } from '../ui/markdown.tsx'
import type { FieldView, ShowProps } from './field-view.ts'
import classes from './long-text.module.css'

export const longText: FieldView = { Show: ShowLongText, long: true }

function ShowLongText({ value, compact }: ShowProps) {
  return compact ? <span className={classes['short']}>{String(value)}</span> : <LongTextValue text={String(value)} />
}

function LongTextValue({ text }: { readonly text: string }) {
  return (
    <span className={classes['lines']}>
      <Mentions text={text} names={useMentionedNames(text)} />
    </span>
  )
}
