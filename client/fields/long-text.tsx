// Shows texts of several lines.
import { Anchor } from '@mantine/core'
import { useMentionedNames } from '../data/notices/mentioned-names.ts'
import { Mentions } from '../ui/text/markdown.tsx'
import { splitAddresses } from '../ui/text/web-addresses.ts'
import type { FieldView, ShowProps } from './field-view.ts'
import classes from './long-text.module.css'

export const longText: FieldView = { Show: ShowLongText, long: true }

function ShowLongText({ value, compact }: ShowProps) {
  return compact ? <span className={classes['short']}>{String(value)}</span> : <LongTextValue text={String(value)} />
}

function LongTextValue({ text }: { readonly text: string }) {
  const names = useMentionedNames(text)
  return (
    <span className={classes['lines']}>
      {splitAddresses(text).map((part, at) =>
        at % 2 === 1 ? (
          <Anchor key={at} href={part} rel="noreferrer" underline="always" inherit>
            {part}
          </Anchor>
        ) : (
          <Mentions key={at} text={part} names={names} />
        ),
      )}
    </span>
  )
}
