// Edits moments in the browser's zone, kept in UTC.
import type { EditProps } from '../field-view.ts'
import { EditText } from './edit-text.tsx'

export function EditMoment({ value, onChange, ...props }: EditProps) {
  return (
    <EditText
      {...props}
      type="datetime-local"
      value={typeof value === 'string' ? toLocal(value) : null}
      onChange={(local) => onChange(typeof local === 'string' ? toUtc(local) : null)}
    />
  )
}

/** "2026-11-21T14:30:00.000Z" → "2026-11-21T15:30" where the reader is an hour ahead. */
export function toLocal(iso: string): string {
  const moment = new Date(iso)
  if (Number.isNaN(moment.getTime())) return ''
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}

/** The moment that a local time names, in UTC; null where it names none. */
export function toUtc(local: string): string | null {
  const moment = local === '' ? Number.NaN : new Date(local).getTime()
  return Number.isNaN(moment) ? null : new Date(moment).toISOString()
}
