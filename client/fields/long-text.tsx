// Shows texts of several lines.
import { useMentionedNames } from '../data/notices/mentioned-names.ts'
import { loadPart } from '../ui/load-page.tsx'
import { LongText } from '../ui/text/long-text.tsx'
import { Mentions } from '../ui/text/markdown.tsx'
import type { FieldView, ShowProps } from './field-view.ts'
import classes from './long-text.module.css'

export const longText: FieldView = { Show: ShowLongText, long: true }

function ShowLongText({ value, compact }: ShowProps) {
  return compact ? <span className={classes['short']}>{String(value)}</span> : <LongTextValue text={String(value)} />
}

const LinkedText = loadPart(async () => (await import('../ui/text/linked-text.tsx')).LinkedText, Mentions)

function LongTextValue({ text }: { readonly text: string }) {
  const names = useMentionedNames(text)
  const Text = /https?:/i.test(text) ? LinkedText : Mentions
  return (
    <LongText text={text}>
      {(part) => (
        <span className={classes['lines']}>
          <Text text={part} names={names} />
        </span>
      )}
    </LongText>
  )
}
