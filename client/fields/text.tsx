// Shows one line of text.
import type { FieldView, ShowProps } from './field-view.ts'

export const text: FieldView = { Show: ShowText, wide: true, growing: true }

export function ShowText({ value }: ShowProps) {
  return <span className="wraps">{String(value)}</span>
}
