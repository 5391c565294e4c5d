// Shows yes or no.
import type { FieldView, ShowProps } from './field-view.ts'
import { say } from '../words/say.ts'

export const yesNo: FieldView = { Show: ShowYesNo, columnWidth: 90, leastWidth: 72, tick: true }

function ShowYesNo({ value }: ShowProps) {
  return <span>{value === true ? say('Yes') : say('No')}</span>
}
