// Chooses the hours that a week and a day show: the working day, and earlier or later where an event is.
import type { Field } from '#shared/model/model.ts'
import type { RecordData } from '../../data/records/record-data.ts'

const USUAL = { first: 7, last: 20 }

export interface ShownHours {
  readonly slotMinTime: string
  readonly slotMaxTime: string
}

/** Chooses the hours that a calendar shows, so that nothing that lies in the span is out of sight. */
export function shownHours(records: readonly RecordData[], fields: readonly Field[]): ShownHours {
  const hours = records.flatMap((record) =>
    fields.flatMap(({ name }) => {
      const value = record[name.identifier]
      const at = typeof value === 'string' && value.includes('T') ? new Date(value) : undefined
      return at ? [at.getHours() + at.getMinutes() / 60] : []
    }),
  )
  const first = Math.floor(Math.min(USUAL.first, ...hours))
  const last = Math.min(24, Math.ceil(Math.max(USUAL.last, ...hours.map((hour) => hour + 0.5))))
  return { slotMinTime: hourOf(first), slotMaxTime: hourOf(last) }
}

function hourOf(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00:00`
}
