// Shows lists of texts.
import type { FieldView, ShowProps } from './field-view.ts'

export const textList: FieldView = { Show: ShowList, columnWidth: 170, leastWidth: 120, moreWidth: 120, wide: true }

function ShowList({ value }: ShowProps) {
  return <>{Array.isArray(value) ? value.map(String).join(', ') : String(value)}</>
}
