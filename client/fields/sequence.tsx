// Numbers that the system gives; they are never edited.
import type { FieldView, ShowProps } from './field-view.ts'

export const sequence: FieldView = { Show: ShowSequence }

function ShowSequence({ value }: ShowProps) {
  return <span className="numbers nowrap">{String(value)}</span>
}
