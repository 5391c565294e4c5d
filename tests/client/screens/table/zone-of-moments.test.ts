import { expect, test } from 'vitest'
import { zoneOfMoments } from '../../../../client/screens/table/export/zone-of-moments.ts'
import { helpdesk } from '../../../helpers/compile-document.ts'

test('the time zone of a file is said where it has moments, and its reader lives by another clock', () => {
  const ticket = helpdesk().entities.get('Ticket')
  const zone = (fields: readonly string[], ofReader: string) =>
    ticket && zoneOfMoments(ticket, fields, { ofApplication: 'Europe/Berlin', ofReader })
  expect(zone(['number', 'due_at'], 'America/New_York')).toBe('Europe/Berlin')
  expect(zone(['number', 'due_at'], 'Europe/Berlin')).toBeUndefined()
  expect(zone(['number', 'subject', 'hours_to_resolve'], 'America/New_York')).toBeUndefined()
})
