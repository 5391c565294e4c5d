// Shows moments in the browser's zone.
import { ExactTime, RelativeTime } from '../ui/relative-time.tsx'
import type { FieldView, ShowProps } from './field-view.ts'

export const dateAndTime: FieldView = { Show: ShowMoment, columnWidth: 134, leastWidth: 130 }

function ShowMoment({ value, compact, exact }: ShowProps) {
  return compact && !exact ? <RelativeTime iso={String(value)} /> : <ExactTime iso={String(value)} />
}
