// Shows texts of several lines.
import type { FieldView, ShowProps } from './field-view.ts'
import classes from './long-text.module.css'

export const longText: FieldView = { Show: ShowLongText, long: true }

function ShowLongText({ value, compact }: ShowProps) {
  return <span className={compact ? classes['short'] : classes['lines']}>{String(value)}</span>
}
