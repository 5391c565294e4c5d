// What can't happen as the record is, is not announced on its page.
import { expect, test } from 'vitest'
import type { TimerItem } from '#shared/protocol/timers.ts'
import { mayHappen } from '../../../client/screens/record/may-happen.ts'
import type { RecordData } from '../../../client/data/records/record-data.ts'
import { helpdesk } from '../../helpers/compile-document.ts'

const model = helpdesk()
const entity = model.entities.get('Ticket')

const ticket = (values: object) => ({ id: 'a', _version: 1, status: 'open', ...values }) as unknown as RecordData
const timer = (name: string): TimerItem => ({
  id: '1',
  kind: 'transition',
  name,
  entity: 'Ticket',
  record: 'a',
  title: '',
  dueAt: '2026-11-27T12:00:00.000Z',
  status: 'due',
  problem: null,
  line: null,
})

test.each([
  ['escalate', { priority: 'urgent' }, false],
  ['escalate', { priority: 'high' }, true],
  // What one may not read is not decided here.
  ['escalate', {}, true],
  ['close', { status: 'resolved', priority: 'urgent' }, true],
  ['of an earlier document', { priority: 'urgent' }, true],
])('%s of %j: %s', (name, values, happens) => {
  if (entity === undefined) throw new Error('There is no ticket.')
  expect(mayHappen(model, { entity, record: ticket(values), item: timer(name) })).toBe(happens)
})
