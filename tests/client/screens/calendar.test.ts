import { expect, test } from 'vitest'
import { shownHours } from '../../../client/screens/calendar/shown-hours.ts'
import { helpdesk } from '../../helpers/compile-document.ts'

test('a week shows the working day, and as much more of it as something lies in', () => {
  const field = helpdesk().entities.get('Ticket')?.fields.get('due_at')
  if (field === undefined) throw new Error('There is no Ticket.')
  const local = (hour: number, minute: number) => new Date(2026, 10, 23, hour, minute).toISOString()
  const hours = (...moments: readonly string[]) =>
    shownHours(
      moments.map((due_at, index) => ({ id: String(index), due_at })),
      [field],
    )
  expect(hours()).toEqual({ slotMinTime: '07:00:00', slotMaxTime: '20:00:00' })
  expect(hours(local(9, 0), local(17, 0))).toEqual(hours())
  expect(hours(local(0, 14), local(21, 40))).toEqual({ slotMinTime: '00:00:00', slotMaxTime: '23:00:00' })
  expect(hours(local(23, 53))).toEqual({ slotMinTime: '07:00:00', slotMaxTime: '24:00:00' })
  expect(hours('2026-11-23')).toEqual(hours())
})
