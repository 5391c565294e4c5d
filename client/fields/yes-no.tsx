// Shows yes or no.
import type { FieldView, ShowProps } from './field-view.ts'

export const yesNo: FieldView = { Show: ShowYesNo, columnWidth: 90, tick: true }

function ShowYesNo({ value }: ShowProps) {
  return <span>{value === true ? 'Yes' : 'No'}</span>
}
