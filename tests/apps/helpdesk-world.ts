// A few people and records of the helpdesk, in memory.
import type { RecordValue } from '#shared/expressions/value.ts'
import { helpdesk } from '../helpers/compile-document.ts'
import { NOW, type World } from './decide.ts'

const stamps = {
  created_at: '2026-11-01T08:00:00.000Z',
  created_by: null,
  updated_at: NOW,
  updated_by: null,
  _version: 1,
}

function person(id: string, name: string, roles: readonly string[], team: string | null = null): RecordValue {
  return { id, name, email: `${id}@example.org`, roles, active: true, team, phone: null, ...stamps }
}

/** An open ticket of Cora's that Adam solves, with what a test needs changed. */
export function ticket(changes: { readonly [field: string]: unknown } = {}): RecordValue {
  return {
    id: 'ticket',
    number: 'HD-00001',
    subject: 'The printer is jammed',
    description: 'Paper is stuck.',
    status: 'open',
    priority: 'normal',
    requester: 'cora',
    assignee: 'adam',
    team: 'desk',
    tags: [],
    due_at: '2026-11-23T10:00:00.000Z',
    attachments: [],
    resolution: null,
    resolved_at: null,
    hours_to_resolve: null,
    internal_note: 'Be quick',
    ...stamps,
    ...changes,
  }
}

export const world: World = {
  model: helpdesk(),
  records: {
    Person: [
      person('cora', 'Cora', ['Customer']),
      person('carl', 'Carl', ['Customer']),
      person('adam', 'Adam', ['Agent'], 'desk'),
      person('anna', 'Anna', ['Agent'], 'field'),
      person('mona', 'Mona', ['Manager']),
      person('root', 'Root', ['Administrator']),
      { ...person('gone', 'Gone', ['Manager']), active: false },
    ],
    Team: [
      { id: 'desk', name: 'Desk', lead: 'mona', ...stamps },
      { id: 'field', name: 'Field', lead: null, ...stamps },
    ],
    Ticket: [ticket()],
    Comment: [],
    Tag: [],
    Article: [],
  },
}
