// Shows sequence numbers, which people never edit.
import type { FieldType } from '#shared/model/model.ts'
import type { FieldView, ShowProps } from './field-view.ts'

export const sequence: FieldView = { Show: ShowSequence, closed: true, columnWidth: 105, widthOf }

function ShowSequence({ value }: ShowProps) {
  return <span className="numbers nowrap">{String(value)}</span>
}

/** `EXP-{YYYY}-{0000}` is shown whole. */
function widthOf(type: FieldType): number | undefined {
  if (!('pattern' in type) || type.pattern === undefined) return undefined
  return Math.min(190, Math.max(105, type.pattern.replaceAll(/[{}]/g, '').length * 9 + 24))
}
