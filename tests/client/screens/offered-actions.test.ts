import { expect, test } from 'vitest'
import { offeredActions } from '../../../client/screens/offered-actions.ts'
import { helpdesk } from '../../helpers/compile-document.ts'

const ticket = helpdesk().entities.get('Ticket')
if (!ticket) throw new Error('The helpdesk has no tickets.')

test('a screen that names no actions offers all', () => {
  expect(offeredActions({}, ticket)).toEqual({ create: true, update: true, delete: true, entity: ticket })
})

test('a screen that names some offers these, and no others', () => {
  const offered = offeredActions({ actions: ['take', 'update', 'POST /api/tickets/:id/remind'] }, ticket)
  expect([offered.create, offered.update, offered.delete]).toEqual([false, true, false])
  expect([...offered.entity.transitions.keys()]).toEqual(['take'])
  expect(offered.entity.fields).toBe(ticket.fields)
})
