// Shows JSON.
import type { FieldView, ShowProps } from './field-view.ts'
import classes from './long-text.module.css'

export const json: FieldView = { Show: ShowJson, long: true }

function ShowJson({ value, compact }: ShowProps) {
  return (
    <code className={compact ? classes['short'] : classes['lines']}>
      {JSON.stringify(value, null, compact ? 0 : 2)}
    </code>
  )
}
