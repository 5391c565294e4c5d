// Which fields two people changed at once.
import { expect, test } from 'vitest'
import { helpdesk } from '../../helpers/compile-document.ts'
import { clashingChanges } from '../../../client/screens/record/clashing-changes.ts'

const ticket = helpdesk().entities.get('Ticket') ?? { fields: new Map() }
const before = { subject: 'Fax', priority: 'low', resolution: null, tags: ['a'] }

test.each([
  ['another field', { resolution: 'Done' }, { ...before, priority: 'high' }, []],
  ['the same field', { resolution: 'Done', priority: 'high' }, { ...before, priority: 'urgent' }, ['priority']],
  ['the same field to the same value', { priority: 'high' }, { ...before, priority: 'high' }, []],
  ['a list', { tags: ['a', 'b'] }, { ...before, tags: [] }, ['tags']],
  ['nothing that stands there', { resolution: 'Done' }, { ...before, resolution: '' }, []],
])('%s', (_name, mine, current, expected) => {
  expect(clashingChanges(before, mine, current, ticket)).toEqual(expected)
})
