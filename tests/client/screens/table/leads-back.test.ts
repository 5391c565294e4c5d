// Undoing many transitions is offered where another transition leads back without asking anything.
import { expect, test } from 'vitest'
import { leadsBack } from '../../../../client/screens/table/bulk/leads-back.ts'
import { compileDocument } from '../../../helpers/compile-document.ts'
import { HELPDESK } from '../../../apps/helpdesk.ts'

const rows = [
  '| hold | open | waiting | Agent | | | | | |',
  '| resume | waiting | open | Agent | | | | | |',
  '| resolve |',
].join('\n')
const ticket = compileDocument(HELPDESK.replace(/^\| resolve \|/m, rows)).entities.get('Ticket')

test.each([
  ['hold', true],
  ['resume', true],
  ['take', false],
  ['resolve', false],
  ['escalate', false],
])('%s: %s', (name, expected) => {
  const transition = ticket?.transitions.get(name)
  expect(ticket && transition && leadsBack(ticket, transition)).toBe(expected)
})
