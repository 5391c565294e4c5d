// Shows sequence numbers, which people never edit.
import type { FieldView, ShowProps } from './field-view.ts'

export const sequence: FieldView = { Show: ShowSequence, closed: true, columnWidth: 105 }

function ShowSequence({ value }: ShowProps) {
  return <span className="numbers nowrap">{String(value)}</span>
}
